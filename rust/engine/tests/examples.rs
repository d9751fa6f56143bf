//! The programs in `examples/` do what they say.

// Their `main` is not called here.
#[allow(dead_code, unreachable_pub)]
#[path = "../examples/bot.rs"]
mod bot;
#[allow(dead_code, unreachable_pub)]
#[path = "../examples/perft.rs"]
mod perft;

fn args(text: &str) -> Vec<String> {
    text.split('|').map(str::to_owned).collect()
}

#[test]
fn the_bot_plays_every_game() {
    for game in ["gridopolis", "microworld", "genotype"] {
        let text = bot::run(&args(&format!("{game}|8|2"))).unwrap();
        assert!(
            text.starts_with(&format!("{game}: 8 simulations against greedy, 2 games, mean return ")),
            "{text}"
        );
    }
    assert!(bot::run(&args("chess")).is_err());
    assert!(bot::run(&args("microworld|many")).is_err());
}

#[test]
fn perft_counts() {
    let count = |text: &str| perft::run(&args(text)).unwrap();
    assert!(count("gridopolis|2").starts_with("14165 sequences of 2 plies in "));
    let whole = count("gridopolis|1|--options|{\"reserves\": 0}");
    let divided = count("gridopolis|1|--options|{\"reserves\": 0}|--divide");
    let last = divided.lines().last().unwrap();
    assert_eq!(last.split(" in ").next(), whole.split(" in ").next());
    assert_eq!(last.split(' ').next(), Some((divided.lines().count() - 1).to_string().as_str()));
    assert!(count("microworld|1|--moves|9 18 +move|--distinct").contains(" positions of 1 plies in "));
    for wrong in [
        "gridopolis",
        "gridopolis|x",
        "gridopolis|1|--all",
        "gridopolis|1|--moves",
        "gridopolis|1|--moves|x",
        "chess|1",
    ] {
        assert!(perft::run(&args(wrong)).is_err(), "{wrong}");
    }
}
