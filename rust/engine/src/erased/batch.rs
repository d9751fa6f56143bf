//! Batches of any game.

use serde_json::Value;

use super::BoxedState;
use super::state::Erased;
use crate::batch::{BadActions, Batch, Choices, Out, Rules};
use crate::error::SetupError;
use crate::game::{Game, Spec, Viewer};

/// Many games at once, of whichever kind ([`Batch`]).
pub trait AnyBatch: Send + Sync {
    /// The facts about the game.
    fn spec(&self) -> &Spec;
    /// Its options in full.
    fn options(&self) -> &Value;
    /// How its games go.
    fn rules(&self) -> Rules;
    /// The number of games.
    fn count(&self) -> usize;
    /// Begins a new game everywhere.
    fn reset(&mut self);
    /// [`Batch::step`].
    fn step(&mut self, choices: Choices<'_>, out: &mut Out<'_>) -> Result<(), BadActions>;
    /// [`Batch::observe`].
    fn observe(&mut self, out: &mut Out<'_>);
    /// The state of a game; `None` if there is no such number.
    fn state(&self, number: usize) -> Option<BoxedState>;
    /// A copy.
    fn boxed(&self) -> Box<dyn AnyBatch>;
    /// All of it, as JSON; [`AnyBatch::restore`] reads it.
    fn to_json(&self) -> Value;
    /// [`Batch::to_json_text`].
    fn to_json_text(&self) -> String;
    /// Goes back to what [`AnyBatch::to_json`] gave for a batch of the same game.
    ///
    /// # Errors
    /// What is wrong with it; nothing has changed then.
    fn restore(&mut self, value: &Value) -> Result<(), SetupError>;
}

impl<G: Game> AnyBatch for Batch<G> {
    fn spec(&self) -> &Spec {
        self.game().spec()
    }
    fn options(&self) -> &Value {
        self.game().options()
    }
    fn rules(&self) -> Rules {
        Batch::rules(self)
    }
    fn count(&self) -> usize {
        self.len()
    }
    fn reset(&mut self) {
        Batch::reset(self);
    }
    fn step(&mut self, choices: Choices<'_>, out: &mut Out<'_>) -> Result<(), BadActions> {
        Batch::step(self, choices, out)
    }
    fn observe(&mut self, out: &mut Out<'_>) {
        Batch::observe(self, out);
    }
    fn state(&self, number: usize) -> Option<BoxedState> {
        let state = *Batch::state(self, number)?;
        Some(Box::new(Erased::new(self.game().clone(), state, Viewer::Everything)))
    }
    fn boxed(&self) -> Box<dyn AnyBatch> {
        Box::new(self.clone())
    }
    fn to_json(&self) -> Value {
        Batch::to_json(self)
    }
    fn to_json_text(&self) -> String {
        Batch::to_json_text(self)
    }
    fn restore(&mut self, value: &Value) -> Result<(), SetupError> {
        Batch::restore(self, value)
    }
}
