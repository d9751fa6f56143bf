//! What the peer does: cozy-chess, random plies with full legal generation, and perft that plays
//! every move (no counting of moves at the last ply).

use boardwright::Rng;
use cozy_chess::{Board, Move};

/// Random plies from the starting position, new games as needed; gives how many were played.
pub(crate) fn random_plies(plies: u64) -> u64 {
    let mut rng = Rng::new(1);
    let mut moves: Vec<Move> = Vec::with_capacity(256);
    let mut board = Board::default();
    for _ in 0..plies {
        moves.clear();
        board.generate_moves(|piece| {
            moves.extend(piece);
            false
        });
        if moves.is_empty() || board.halfmove_clock() >= 100 {
            board = Board::default();
            continue;
        }
        board.play_unchecked(moves[rng.below(moves.len() as u64) as usize]);
    }
    plies
}

/// Perft from the starting position.
pub(crate) fn perft(depth: u64) -> u64 {
    fn count(board: &Board, depth: u64) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut sum = 0;
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                sum += count(&next, depth - 1);
            }
            false
        });
        sum
    }
    count(&Board::default(), depth)
}
