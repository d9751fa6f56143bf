//! quick
use boardwright::{Game, Rng, game::{never, Event, Actor}, gridopolis::Gridopolis, perft::{perft, perft_distinct}};
use std::time::Instant;
fn main() {
    println!("size {}", std::mem::size_of::<<Gridopolis as Game>::State>());
    for players in 2..=4 { for r in [true,false] {
        let o = if r { serde_json::json!({"players":players}) } else { serde_json::json!({"players":players,"reserves":0}) };
        let g = Gridopolis::new(&o).unwrap(); let s = g.start();
        let t=Instant::now();
        let p: Vec<u64> = (1..=3).map(|d| perft(&g,&s,d,&mut never).unwrap()).collect();
        let n = p[2]; let dt=t.elapsed().as_secs_f64();
        let q: Vec<u64> = (1..=2).map(|d| perft_distinct(&g,&s,d,&mut never).unwrap()).collect();
        println!("{players} {r} {p:?} {q:?} sym {} {:.1}M/s", g.symmetries(), n as f64/dt/1e6);
    }}
    let g = Gridopolis::new(&serde_json::json!({"reserves":0})).unwrap();
    let t=Instant::now(); let n=perft(&g,&g.start(),5,&mut never).unwrap(); println!("perft5 {n} {:.1}M/s", n as f64/t.elapsed().as_secs_f64()/1e6);
    for players in [2u8,4] {
    let g = Gridopolis::new(&serde_json::json!({"players":players})).unwrap();
    let mut rng=Rng::new(1); let t=Instant::now(); let mut n=0u64; let mut scratch=vec![]; let mut games=0;
    while n < 10_000_000 { let mut s=g.start(); games+=1; while g.actor(&s)!=Actor::Over { let a=g.sample_action(&s,&mut rng,&mut scratch); g.step(&mut s,Event::Act(a)); n+=1; } }
    println!("playouts {players}: {:.2}M/s len {}", n as f64/t.elapsed().as_secs_f64()/1e6, n/games);
    let mut rng=Rng::new(1); let t=Instant::now(); let mut n=0u64; 
    while n < 3_000_000 { let mut s=g.start(); while g.actor(&s)!=Actor::Over { scratch.clear(); g.actions(&s,&mut scratch); let a=scratch[rng.below(scratch.len() as u64) as usize]; g.step(&mut s,Event::Act(a)); n+=1; } }
    println!("playouts listed {players}: {:.2}M/s", n as f64/t.elapsed().as_secs_f64()/1e6);
    }
}
