//! Why a pick of the breeding phase is not possible, or a pass.

use super::acts::no;
use super::{Refusal, colour_name, count, die_words};
use crate::genotype::Genotype;
use crate::genotype::breeding::Picks;
use crate::genotype::phase::{Kind, Phase};
use crate::genotype::pieces::{COLOURS, GENOTYPES, assistant, die};
use crate::genotype::state::State;

impl Genotype {
    pub(super) fn refuse_die(&self, state: &State, colour: u8, kind: u8) -> Refusal {
        if let Some(refusal) = self.refuse_pick(state, colour) {
            return refusal;
        }
        let name = die_words(colour, kind);
        if state.dice[usize::from(colour)][usize::from(kind)] == 0 {
            return no("T41", format!("no {name} is left in the pool"));
        }
        if state.for_pair {
            return no("T42", "the Graft Knife was played for the second die of a pair");
        }
        if let Some(refusal) = self.refuse_slots(state, 1) {
            return refusal;
        }
        let genotype = GENOTYPES[usize::from(3 * colour + kind.min(2))];
        no("T41", format!("no trait {genotype} is uncovered on your plants, and a die must be used"))
    }

    pub(super) fn refuse_pair(&self, state: &State, colour: u8, kind: u8) -> Refusal {
        if let Some(refusal) = self.refuse_pick(state, colour) {
            return refusal;
        }
        let pool = state.dice[usize::from(colour)];
        let news = pool[usize::from(die::NEW)];
        let letter = colour_name(colour);
        if news == 0 {
            return no("T41", format!("no De Novo die of {letter} is left in the pool"));
        }
        if kind == die::NEW && news == 1 {
            return no("T41", format!("only one De Novo die of {letter} is left in the pool"));
        }
        if pool[usize::from(kind)] == 0 {
            return no("T41", format!("no {} is left in the pool", die_words(colour, kind)));
        }
        if let Some(refusal) = self.refuse_slots(state, 2) {
            return refusal;
        }
        no("T41", format!("no trait of {letter} is uncovered on your plants, and a pair must be used"))
    }

    /// What forbids every pick of a colour now.
    fn refuse_pick(&self, state: &State, colour: u8) -> Option<Refusal> {
        let Phase::Pick { kind, knife } = state.phase else {
            let when = if self.is_breeding(state) {
                "a pick is of one die or pair; another one needs a Graft Knife"
            } else {
                "dice are picked in the breeding phase"
            };
            return Some(self.not_now(state, "T40", when));
        };
        let Kind::First(colours) = kind else { return None };
        if colours >> colour & 1 == 1 {
            return None;
        }
        let letters: Vec<&str> =
            (0..4).filter(|other| colours >> other & 1 == 1).map(|other| COLOURS[other]).collect();
        let rule = if knife { "T42" } else { "T40" };
        Some(no(rule, format!("the pick is for dice of {} only", letters.join(" or "))))
    }

    /// What forbids to take so many dice.
    fn refuse_slots(&self, state: &State, dice: u8) -> Option<Refusal> {
        let player = self.mover(state);
        let free = self.free_slots(player);
        let knife = u8::from(matches!(state.phase, Phase::Pick { knife: true, .. }));
        if free + knife >= dice {
            return None;
        }
        let all = free + player.dice;
        let full = if free == 0 {
            format!("no slot is free: {} of {all} are filled", player.dice)
        } else {
            format!("one slot is free: {} of {all} are filled", player.dice)
        };
        Some(if dice == 1 {
            no("T41", full)
        } else if knife == 1 {
            no("T43", format!("a pair needs a slot beside the Graft Knife; {full}"))
        } else {
            no("T41", format!("a pair needs two slots; {full}"))
        })
    }

    pub(super) fn refuse_knife(&self, state: &State) -> Refusal {
        match state.phase {
            Phase::Pick { knife: true, .. } => no("T43", "the Graft Knife in play must take a die first"),
            Phase::Pick { .. } => {
                let slots = self.free_slots(self.mover(state));
                if slots == 1 {
                    return no(
                        "T42",
                        "no pair is there for a Graft Knife; for one more die it is played after the pick",
                    );
                }
                let message = format!(
                    "before a pick a Graft Knife is the second slot of a pair, where one slot is free; you have \
                     {slots}"
                );
                no("T42", message)
            }
            Phase::Knife => no("T42", "with a Graft Knife nothing could be taken"),
            Phase::Omari(_) => no("T29", "Graft Knife does not work with Father Omari's dice"),
            _ if self.is_breeding(state) => {
                self.not_now(state, "T42", "Graft Knife is played before a pick, or at its end")
            }
            _ => self.not_now(state, "T42", "Graft Knife is played at a pick of the breeding phase"),
        }
    }

    pub(super) fn refuse_pay(&self, state: &State) -> Refusal {
        let Phase::Pick { knife, .. } = state.phase else {
            let when = if self.is_breeding(state) {
                "Brother Franz is paid before a die is taken"
            } else {
                "Brother Franz is paid at a pick of the breeding phase"
            };
            return self.not_now(state, "T42", when);
        };
        let player = self.mover(state);
        if !player.has(assistant::FRANZ) {
            return no("T42", "you have not hired Brother Franz");
        }
        if !player.can_use(assistant::FRANZ) {
            return no("T42", "Brother Franz is paid already in this round");
        }
        let cost = self.cost(player, 1);
        if player.coins < cost {
            let coins = player.coins;
            return no("T42", format!("Brother Franz costs {}; you have {coins}", count(cost, "coin")));
        }
        if knife && state.for_pair {
            return no("T43", "the Graft Knife in play must take a pair first");
        }
        no("T42", "with two more slots there would be nothing more to take")
    }

    pub(super) fn refuse_pass(&self, state: &State) -> Refusal {
        match state.phase {
            Phase::Pick { knife: true, .. } => no("T43", "the Graft Knife in play must take a die"),
            Phase::Pick { kind, .. } => {
                let slots = self.free_slots(self.mover(state));
                let picks = self.picks(state, kind, slots, false);
                no("T41", format!("a player who can take a die must: {}", picks_text(picks)))
            }
            Phase::Upgrade(_) => no("T50", "a Grant was played: it must be used for a purchase"),
            Phase::Work => no("T20", "a player with a marker left must place it"),
            _ => self.not_now(state, "T41", "one passes a pick or a purchase"),
        }
    }
}

/// Dice and pairs as they are written.
fn picks_text(picks: Picks) -> String {
    let text = |bit: u8| {
        let (colour, kind) = (bit / 4, bit % 4);
        if kind == die::NEW {
            format!("{}*", COLOURS[usize::from(colour)])
        } else {
            GENOTYPES[usize::from(3 * colour + kind)].to_owned()
        }
    };
    let dice = (0..16).filter(|bit| picks.dice >> bit & 1 == 1).map(|bit| format!("={}", text(bit)));
    let pairs = (0..16).filter(|bit| picks.pairs >> bit & 1 == 1).map(|bit| format!("*{}", text(bit)));
    dice.chain(pairs).collect::<Vec<_>>().join(", ")
}
