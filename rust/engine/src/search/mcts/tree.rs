//! Trees, and the steps of a simulation.

use super::super::evaluate::{Values, judge, results, strengths};
use super::Settings;
use super::node::{Edge, Means, NODE_BYTES, Node, subtree};
use crate::game::{Actions, Actor, Event, Game, MAX_SEATS, Scratch, Seat, UNKNOWN, View, Viewer};
use crate::rng::Rng;

/// A choice on the way of a simulation.
#[derive(Clone, Copy, Debug)]
struct Choice {
    tree: u32,
    node: u32,
    seat: Seat,
    event: Event,
}

/// A simulation that has come to its leaf and waits for a value ([`Forest::finish`]).
#[derive(Debug)]
pub struct Pending<S> {
    /// The position at the leaf, a full state: whoever judges it must see it through the eyes of the seat.
    pub state: S,
    /// The seat to act there; `None`: the game is over.
    pub seat: Option<Seat>,
    /// The tree and node of the seat, unless there is no room for more.
    node: Option<(usize, usize)>,
    path: Vec<Choice>,
}

/// The trees of the seats: one each where there are secrets, else one for all. Node 0 is the root.
pub struct Forest<G: Game> {
    view: View<G::State>,
    seat: Seat,
    seats: usize,
    pub(super) settings: Settings,
    pub(super) trees: Vec<Vec<Node>>,
    rng: Rng,
    /// The deal taken for the truth, and what decides what will be drawn: it lies there already.
    deal: Option<G::State>,
    fate: Option<u64>,
    /// Whether results can be proven here: no secrets, no chance.
    pub(super) provable: bool,
    /// What a seat can get at least, and at most.
    pub(super) range: (f32, f32),
    /// Whether the result of the root is certain.
    pub(crate) solved: bool,
    /// Bytes that may be used, and that are.
    pub(super) limit: u64,
    pub(crate) bytes: u64,
    /// Nodes and edges.
    pub(crate) nodes: u64,
    pub(crate) simulations: u64,
    pub(crate) deepest: usize,
    pub(super) actions: Actions,
    strengths: Vec<f64>,
    scratch: Scratch,
    /// Paths for simulations to come.
    spare: Vec<Vec<Choice>>,
}

impl<G: Game> Forest<G> {
    /// Trees without anything but their roots, for the seat to act of a view.
    pub fn new(
        game: &G,
        view: &View<G::State>,
        seat: Seat,
        settings: Settings,
        mut rng: Rng,
        limit: u64,
    ) -> Self {
        let seats = usize::from(game.spec().seats);
        let (count, deal) = match (G::SECRETS, settings.deals) {
            (true, true) => (seats, None),
            (true, false) => (1, Some(game.complete(view, &mut rng))),
            (false, _) => (1, Some(*view.state())),
        };
        let fate = (G::SECRETS && !settings.deals).then(|| rng.bits());
        Forest {
            view: *view,
            seat,
            seats,
            settings,
            trees: (0..count).map(|_| vec![Node::default()]).collect(),
            rng,
            deal,
            fate,
            provable: !G::SECRETS && game.spec().chances == 0,
            range: (game.spec().return_range.0 as f32, game.spec().return_range.1 as f32),
            solved: false,
            limit,
            bytes: NODE_BYTES * count as u64,
            nodes: count as u64,
            simulations: 0,
            deepest: 0,
            actions: Actions::new(),
            strengths: Vec::new(),
            scratch: Scratch::default(),
            spare: Vec::new(),
        }
    }

    /// Judges the root beforehand, where `seat` is to act: actions there begin with what they are worth to the end of
    /// the turn. Without this, the first simulation ends at the root.
    pub fn prepare(&mut self, seat: Seat, worths: &[(u16, f64)]) {
        self.seat = seat;
        let root = (self.tree_of(seat), 0);
        let best = worths.iter().map(|(_, worth)| *worth).fold(f64::NEG_INFINITY, f64::max);
        for (id, worth) in worths {
            let (event, strength) = (Event::Act(*id), strength::<G>(best - worth));
            let edge = self.edge(root.0, 0, event, strength);
            // It is there already if the tree was kept.
            self.trees[root.0][0].edges[edge].strength = strength;
        }
        let node = &mut self.trees[root.0][0];
        node.best = best as f32;
        node.judged = true;
        if self.provable {
            let before = node.bytes();
            node.arrange();
            self.bytes = self.bytes + node.bytes() - before;
        }
    }

    /// From the root to a leaf: to a position whose seat to act has not been there before, or to the end of the game.
    /// Until the simulation is finished, others avoid its way.
    pub fn descend(&mut self, game: &G) -> Pending<G::State> {
        let mut state = match &self.deal {
            Some(deal) => *deal,
            None => game.complete(&self.view, &mut self.rng),
        };
        let mut places = [Some(0_usize); MAX_SEATS];
        let mut path = self.spare.pop().unwrap_or_default();
        let mut before = Event::Chance(0);
        loop {
            match game.actor(&state) {
                Actor::Over => return Pending { state, seat: None, node: None, path },
                Actor::Chance => {
                    // What an action brings is the same each time if it was fixed.
                    let mut fixed = self.fate.map(|fate| Rng::new(fate ^ u64::from(before.id())));
                    let rng = fixed.as_mut().unwrap_or(&mut self.rng);
                    let id = game.sample_outcome(&state, rng, &mut self.scratch.outcomes);
                    let event = Event::Chance(id);
                    before = event;
                    if self.settings.chance {
                        self.follow(game, &state, event, &mut places);
                    }
                    game.step(&mut state, event);
                }
                Actor::Seat(seat) => {
                    let tree = self.tree_of(seat);
                    let node = places[tree].map(|place| (tree, place));
                    let Some((_, place)) = node.filter(|(_, place)| self.trees[tree][*place].judged) else {
                        return Pending { state, seat: Some(seat), node, path };
                    };
                    let Some(id) = self.select(game, &state, tree, place, seat) else {
                        return Pending { state, seat: Some(seat), node, path };
                    };
                    let event = Event::Act(id);
                    before = event;
                    path.push(Choice { tree: tree as u32, node: place as u32, seat, event });
                    self.follow(game, &state, event, &mut places);
                    game.step(&mut state, event);
                }
            }
        }
    }

    /// Judges a leaf as the settings say.
    pub fn judge(&mut self, game: &G, pending: &Pending<G::State>) -> Values {
        match pending.seat {
            None => results(game, &pending.state),
            Some(_) => judge(game, &pending.state, self.settings.leaf, &mut self.rng, &mut self.scratch),
        }
    }

    /// Adds the values of a leaf to all that led to it. With `priors` the leaf's actions are tried in that proportion;
    /// without, as the settings say.
    pub fn finish(&mut self, pending: Pending<G::State>, values: &Values, priors: Option<&[(u16, f32)]>) {
        // The root is searched in any case.
        if let Some((tree, place)) = pending.node
            && (place == 0 || !self.is_full())
        {
            if let Some(priors) = priors {
                self.open((tree, place), priors);
            }
            self.trees[tree][place].judged = true;
        }
        self.simulations += 1;
        self.deepest = self.deepest.max(pending.path.len());
        if self.provable && pending.seat.is_none() {
            self.prove(&pending.path, values);
        }
        let seats = self.seats;
        self.end(pending, |edge| {
            edge.visits += 1;
            if edge.proven {
                return;
            }
            let share = 1.0 / edge.visits as f32;
            for (mean, value) in edge.means.iter_mut().zip(&values[..seats]) {
                *mean += (*value as f32 - *mean) * share;
            }
        });
    }

    /// A result at the end of a path, as far back as it is certain (MCTS-Solver: Winands, Bjornsson, Saito 2008; with
    /// several seats each takes what is best for itself, as in max^n).
    fn prove(&mut self, path: &[Choice], values: &Values) {
        let mut known = values.map(|value| value as f32);
        for choice in path.iter().rev() {
            let node = &mut self.trees[choice.tree as usize][choice.node as usize];
            let Ok(place) = node.find(choice.event) else { return };
            node.edges[place].proven = true;
            node.edges[place].means = known;
            let own = usize::from(choice.seat);
            let mut best = known;
            for edge in node.edges.iter().filter(|edge| edge.proven) {
                if edge.means[own] > best[own] {
                    best = edge.means;
                }
            }
            if best[own] < self.range.1 {
                // Nobody knows which of equally good actions a seat takes: what others get must not hang on it.
                let alike = |means: &Means| means.map(f32::to_bits) == best.map(f32::to_bits);
                let is_sure =
                    |edge: &Edge| edge.proven && (edge.means[own] < best[own] || alike(&edge.means));
                if !node.edges.iter().all(is_sure) {
                    return;
                }
            }
            known = best;
        }
        self.solved = true;
    }

    /// Forgets a simulation that will get no value.
    pub fn forget(&mut self, pending: Pending<G::State>) {
        self.end(pending, |_| ());
    }

    fn end(&mut self, pending: Pending<G::State>, mut each: impl FnMut(&mut Edge)) {
        let mut path = pending.path;
        for choice in path.drain(..) {
            let node = &mut self.trees[choice.tree as usize][choice.node as usize];
            if let Ok(place) = node.find(choice.event) {
                let edge = &mut node.edges[place];
                edge.pending -= 1;
                each(edge);
            }
        }
        self.spare.push(path);
    }

    pub(super) fn is_full(&self) -> bool {
        self.bytes >= self.limit
    }

    fn tree_of(&self, seat: Seat) -> usize {
        if self.trees.len() == 1 { 0 } else { usize::from(seat) }
    }

    /// Adds edges for actions that a node has not met yet.
    pub(super) fn meet(
        &mut self,
        game: &G,
        state: &G::State,
        at: (usize, usize),
        seat: Seat,
        actions: &[u16],
    ) {
        let node = &self.trees[at.0][at.1];
        if node.has_all(actions) {
            return;
        }
        if !self.settings.priors || actions.len() == 1 {
            let known: f32 = node.edges.iter().map(|edge| edge.strength).sum();
            let usual = if known == 0.0 { 1.0 } else { known / node.edges.len() as f32 };
            let priors: Vec<_> = actions.iter().map(|id| (*id, usual)).collect();
            return self.open(at, &priors);
        }
        let mut worths = std::mem::take(&mut self.strengths);
        strengths(game, state, seat, actions, &mut worths);
        let best = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max) as f32;
        let best = if node.edges.is_empty() { best } else { node.best.max(best) };
        let short = |worth: f64| f64::from(best) - worth;
        let priors: Vec<_> =
            actions.iter().zip(&worths).map(|(id, worth)| (*id, strength::<G>(short(*worth)))).collect();
        self.strengths = worths;
        self.trees[at.0][at.1].best = best;
        self.open(at, &priors);
    }

    /// Adds edges, unless they are there.
    fn open(&mut self, (tree, place): (usize, usize), priors: &[(u16, f32)]) {
        let node = &mut self.trees[tree][place];
        let before = node.bytes();
        if node.edges.is_empty() {
            node.edges.reserve_exact(priors.len());
        }
        self.bytes += node.bytes() - before;
        for (id, strength) in priors {
            self.edge(tree, place, Event::Act(*id), *strength);
        }
        if self.provable {
            let node = &mut self.trees[tree][place];
            let before = node.bytes();
            node.arrange();
            self.bytes = self.bytes + node.bytes() - before;
        }
    }

    /// The place of an edge, which is added with this strength unless it is there.
    fn edge(&mut self, tree: usize, place: usize, event: Event, strength: f32) -> usize {
        let node = &mut self.trees[tree][place];
        node.find(event).unwrap_or_else(|at| {
            let edge = Edge {
                event,
                child: 0,
                visits: 0,
                available: 0,
                pending: 0,
                strength,
                proven: false,
                means: [0.0; MAX_SEATS],
            };
            let before = node.bytes();
            if node.edges.len() == node.edges.capacity() {
                node.edges.reserve_exact(1 + node.edges.len() / 4);
            }
            node.edges.insert(at, edge);
            self.bytes += node.bytes() - before;
            self.nodes += 1;
            at
        })
    }

    /// Every tree goes on by what its seat sees of an event.
    fn follow(&mut self, game: &G, state: &G::State, event: Event, places: &mut [Option<usize>; MAX_SEATS]) {
        for tree in 0..self.trees.len() {
            let Some(place) = places[tree] else { continue };
            let seen = if self.trees.len() == 1 {
                event
            } else {
                game.seen(state, event, Viewer::Seat(tree as Seat))
            };
            let full = self.is_full();
            if full && self.trees[tree][place].find(seen).is_err() {
                places[tree] = None;
                continue;
            }
            let edge = self.edge(tree, place, seen, 1.0);
            places[tree] = match self.trees[tree][place].edges[edge].child as usize {
                0 if full => None,
                0 => {
                    let child = self.add_node(tree);
                    self.trees[tree][place].edges[edge].child = child as u32;
                    Some(child)
                }
                child => Some(child),
            };
        }
    }

    fn add_node(&mut self, tree: usize) -> usize {
        let nodes = &mut self.trees[tree];
        let count = nodes.len();
        if count == nodes.capacity() {
            // In small steps: memory is limited.
            nodes.reserve_exact(8 + count / 4);
            self.bytes += NODE_BYTES * (nodes.capacity() - count) as u64;
        }
        nodes.push(Node::default());
        self.nodes += 1;
        count
    }

    /// How a seat ranks an edge before visits count: a certain win, what is open or shared, a certain loss.
    fn rank(&self, edge: &Edge, own: usize) -> i32 {
        let (least, most) = self.range;
        match edge.means[own] {
            mean if edge.proven && mean >= most => 1,
            mean if edge.proven && mean <= least => -1,
            _ => 0,
        }
    }

    /// Goes on from the root by an event, as the seat of this forest saw it: what was found behind it stays, all else is
    /// forgotten. `view` is what the seat knows after it.
    pub(super) fn advance(&mut self, game: &G, event: Event, view: View<G::State>) {
        let before = *self.view.state();
        // What was found before the referee spoke holds no more: no tree branches by that.
        let branches = !matches!(event, Event::Chance(_)) || self.settings.chance;
        for tree in 0..self.trees.len() {
            let seat = tree as Seat;
            let own = self.trees.len() == 1 || seat == self.seat;
            // What others saw of an event that this seat did not see is not known here.
            let seen = match event {
                _ if own => Some(event),
                event if event.id() == UNKNOWN => None,
                event => Some(game.seen(&before, event, Viewer::Seat(seat))),
            };
            if !branches {
                continue;
            }
            let nodes = std::mem::take(&mut self.trees[tree]);
            let edge = seen.and_then(|seen| nodes[0].find(seen).ok().map(|place| &nodes[0].edges[place]));
            let root = edge.map_or(0, |edge| edge.child);
            self.trees[tree] = if root == 0 { vec![Node::default()] } else { subtree(nodes, root) };
        }
        let edges: usize = self.trees.iter().flatten().map(|node| node.edges.len()).sum();
        let nodes: usize = self.trees.iter().map(Vec::len).sum();
        self.nodes = (nodes + edges) as u64;
        let spare: usize = self.trees.iter().map(|nodes| nodes.capacity() - nodes.len()).sum();
        self.bytes = NODE_BYTES * spare as u64 + self.trees.iter().flatten().map(Node::bytes).sum::<u64>();
        self.view = view;
        self.simulations = 0;
        self.deepest = 0;
        let root = &self.trees[self.tree_of(self.seat)][0];
        self.solved = self.provable && !root.edges.is_empty() && root.edges.iter().all(|edge| edge.proven);
        if !G::SECRETS {
            self.deal = Some(*view.state());
        }
    }

    /// What the searching seat knows of the root.
    pub(crate) fn state(&self) -> &G::State {
        self.view.state()
    }

    /// What was found of each action at the root.
    pub(crate) fn root(&self) -> &[Edge] {
        &self.trees[self.tree_of(self.seat)][0].edges
    }

    /// The actions that were looked at most, one after the other, as far as nothing else comes between.
    pub(crate) fn line(&self, game: &G) -> Vec<Event> {
        let (mut place, tree) = (0, self.tree_of(self.seat));
        let mut state = *self.deal.as_ref().unwrap_or(self.view.state());
        let mut events = Vec::new();
        while let Actor::Seat(seat) = game.actor(&state) {
            if self.trees.len() > 1 && seat != self.seat {
                break;
            }
            let node = &self.trees[tree][place];
            let mut legal = Actions::new();
            game.actions(&state, &mut legal);
            let tried = |edge: &&Edge| edge.visits > 0 && legal.binary_search(&edge.event.id()).is_ok();
            let own = usize::from(seat);
            let rank = |edge: &Edge| self.rank(edge, own);
            let better = |a: &&Edge, b: &&Edge| rank(a).cmp(&rank(b)).then(a.visits.cmp(&b.visits));
            let Some(edge) = node.edges.iter().filter(tried).max_by(better) else { break };
            events.push(edge.event);
            game.step(&mut state, edge.event);
            place = edge.child as usize;
            if place == 0 {
                break;
            }
        }
        events
    }
}

/// How much an action is tried that is thought to fall short of the best one by so many points.
fn strength<G: Game>(short: f64) -> f32 {
    // In twelfths of what is worth half a win.
    let short = short / (G::LEAD / 12.0);
    (1.0 / (1.0 + short * short)) as f32
}
