//! Speed of the core against cozy-chess, as ratios in one run, and single tasks of a fixed size whose
//! instructions can be counted. `cargo run --release -p boardwright-benches -- --help`.

mod chess;
mod genotype;
mod microworld;
mod tasks;

use std::time::Instant;

use tasks::Task;

const HELP: &str = "\
boardwright-benches                 ratios: each of our tasks against its peer, interleaved, median of rounds
boardwright-benches --rounds N      with N rounds (default 7)
boardwright-benches --list          names of the tasks
boardwright-benches --rate TASK     units of work a second of one task, for comparisons with other programs
boardwright-benches --setup TASK    one task without its work: what reading and setting up costs
boardwright-benches --once TASK     one task once, with a fixed amount of work (for counting instructions)";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => compare(7),
        ["--rounds", rounds] => match rounds.parse() {
            Ok(rounds @ 1..=1000) => compare(rounds),
            _ => fail("the number of rounds goes from 1 to 1000"),
        },
        ["--list"] => tasks().for_each(|task| println!("{}", task.name)),
        ["--once", name] => match tasks().find(|task| task.name == *name) {
            Some(task) => println!("{} {}", task.name, (task.run)(task.once)),
            None => fail("there is no such task; --list shows them"),
        },
        ["--setup", name] => match tasks().find(|task| task.name == *name) {
            Some(task) => println!("{} {}", task.name, (task.run)(0)),
            None => fail("there is no such task; --list shows them"),
        },
        ["--rate", name] => match tasks().find(|task| task.name == *name) {
            Some(task) => println!("{}", rate(task, task.timed)),
            None => fail("there is no such task; --list shows them"),
        },
        _ => println!("{HELP}"),
    }
}

/// The tasks of all games, and of their peers.
fn tasks() -> impl Iterator<Item = &'static Task> {
    tasks::TASKS.iter().chain(&microworld::TASKS).chain(&genotype::TASKS)
}

fn fail(message: &str) {
    eprintln!("{message}");
    std::process::exit(2);
}

/// Units of work a second.
fn rate(task: &Task, size: u64) -> f64 {
    let begun = Instant::now();
    let done = (task.run)(size);
    done as f64 / begun.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn compare(rounds: usize) {
    println!(
        "state: gridopolis {} bytes, microworld {} bytes, genotype {} bytes",
        tasks::state_size(),
        microworld::state_size(),
        genotype::state_size()
    );
    println!("{:<28} {:>12} {:>14} {:>8} {:>17}", "task", "M/s", "peer M/s", "ratio", "range of ratios");
    for task in tasks().filter(|task| task.peer.is_some()) {
        let peer = tasks().find(|peer| Some(peer.name) == task.peer).expect("peers are tasks");
        let (mut own, mut other, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        // Interleaved, so that a slow moment of the machine meets both.
        for _ in 0..rounds {
            own.push(rate(task, task.timed));
            other.push(rate(peer, peer.timed));
            ratios.push(own[own.len() - 1] / other[other.len() - 1]);
        }
        ratios.sort_by(f64::total_cmp);
        println!(
            "{:<28} {:>12.2} {:>14.2} {:>8.2} {:>8.2}-{:<8.2}",
            task.name,
            median(own) / 1e6,
            median(other) / 1e6,
            ratios[rounds / 2],
            ratios[0],
            ratios[rounds - 1]
        );
    }
    println!("{:<28} {:>12}", "task", "ns a unit");
    let alone = |task: &&Task| task.peer.is_none() && !task.name.starts_with("chess");
    for task in tasks().filter(alone) {
        let rates = (0..rounds).map(|_| rate(task, task.timed)).collect();
        println!("{:<28} {:>12.1}", task.name, 1e9 / median(rates));
    }
}
