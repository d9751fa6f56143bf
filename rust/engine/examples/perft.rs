//! Counts the sequences of plies from a position, as tests of rules engines do.
//!
//! `cargo run --release --example perft -- gridopolis 3 --options '{"reserves": 0}' --moves '1.-1.2>1.0.2' --divide`

use std::time::Instant;

use boardwright::erased::start;
use boardwright::game::never;

const HELP: &str = "\
perft GAME DEPTH          sequences of DEPTH plies: whole turns where the game has them, else single events
  --options JSON          options of the game
  --moves 'TEXT TEXT'     events before, chance among them
  --divide                by first ply
  --distinct              how many different positions there are after them, instead";

/// Does what the arguments say; gives the text to print.
pub fn run(args: &[String]) -> Result<String, Box<dyn std::error::Error>> {
    let (mut names, mut options, mut moves) = (Vec::new(), "{}".to_owned(), String::new());
    let (mut divide, mut distinct) = (false, false);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or(format!("{arg} needs a value\n{HELP}"));
        match arg.as_str() {
            "--options" => options = value()?,
            "--moves" => moves = value()?,
            "--divide" => divide = true,
            "--distinct" => distinct = true,
            other if other.starts_with("--") => return Err(format!("there is no {other}\n{HELP}").into()),
            _ => names.push(arg),
        }
    }
    let [game, depth] = names[..] else { return Err(HELP.into()) };
    let depth: u32 = depth.parse()?;
    let mut state = start(game, &serde_json::from_str(&options)?)?;
    for text in moves.split_whitespace() {
        let events = state.parse(text)?;
        state = state.play(&events)?;
    }
    let begun = Instant::now();
    let mut lines = Vec::new();
    let count = if divide {
        for (text, count) in state.divide(depth, &mut never)? {
            lines.push((text, count));
        }
        lines.iter().map(|(_, count)| count).sum()
    } else {
        state.perft(depth, distinct, &mut never)?
    };
    let seconds = begun.elapsed().as_secs_f64();
    let what = if distinct { "positions" } else { "sequences" };
    let mut text: String = lines.iter().map(|(ply, count)| format!("{ply}: {count}\n")).collect();
    text +=
        &format!("{count} {what} of {depth} plies in {seconds:.3} s, {:.0} a second", count as f64 / seconds);
    Ok(text)
}

fn main() {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(text) => println!("{text}"),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(2);
        }
    }
}
