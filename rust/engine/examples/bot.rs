//! A bot in some forty lines: it searches, and plays a match against the greedy bot, from each seat in turn.
//!
//! `cargo run --release --example bot -- microworld 500 4`: the game, simulations for each action, how many games.

use boardwright::erased::{AnyState, start};
use boardwright::game::{Actor, Event, Viewer, never};
use boardwright::{Error, Rng};
use serde_json::json;

/// What to play, chosen by what a seat knows: an action, or a whole turn where the game has them.
fn choose(view: &dyn AnyState, simulations: u64, rng: &mut Rng) -> Result<Vec<Event>, Error> {
    let request = json!({"simulations": simulations, "seed": rng.below(1 << 32)});
    Ok(view.search(&request, &mut never)?.lines.swap_remove(0).events)
}

/// Plays one game, in which our bot has the seat `own`; gives its return, from -1 to 1.
fn play(game: &str, own: u8, simulations: u64, seed: u64) -> Result<f64, Error> {
    let (mut chance, mut rng) = (Rng::new(seed), Rng::new(seed).split(1));
    let mut state = start(game, &json!({}))?;
    loop {
        let events = match state.actor() {
            Actor::Over => return Ok(state.returns()[usize::from(own)]),
            Actor::Chance => state.draw(&mut chance).into_iter().collect(),
            Actor::Seat(seat) => {
                let view = state.view(Viewer::Seat(seat))?;
                if seat == own {
                    choose(&*view, simulations, &mut rng)?
                } else {
                    view.greedy(&mut rng, &mut never)?.expect("a seat is to act").events
                }
            }
        };
        state = state.play(&events).expect("bots play what is legal");
    }
}

/// Plays a match, and says how it went.
pub fn run(args: &[String]) -> Result<String, Box<dyn std::error::Error>> {
    let game = args.first().map_or("microworld", String::as_str);
    let number = |place: usize, default: u64| args.get(place).map_or(Ok(default), |text| text.parse());
    let (simulations, games) = (number(1, 500)?, number(2, 4)?);
    let mut sum = 0.0;
    for seed in 0..games {
        sum += play(game, (seed % 2) as u8, simulations, seed)?;
    }
    Ok(format!(
        "{game}: {simulations} simulations against greedy, {games} games, mean return {:+.2}",
        sum / games as f64
    ))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{}", run(&std::env::args().skip(1).collect::<Vec<_>>())?);
    Ok(())
}
