//! The nodes of a tree and what they take in memory.

use crate::game::{Event, MAX_SEATS};

/// A value for each seat.
pub(super) type Means = [f32; MAX_SEATS];

/// A way on from a node.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) event: Event,
    pub(super) child: u32,
    /// Finished simulations that went this way.
    pub(crate) visits: u32,
    /// How often it could have been taken.
    pub(super) available: u32,
    /// Simulations on this way that wait for their value; until then each counts as a visit.
    pub(super) pending: u32,
    /// How much it is to be tried, next to the others.
    pub(super) strength: f32,
    /// Whether the result is certain if all go on as well as they can; `means` is that result then.
    pub(crate) proven: bool,
    /// The mean value for each seat.
    pub(crate) means: Means,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// By event, ascending.
    pub(super) edges: Vec<Edge>,
    /// The largest worth that an action was thought to have.
    pub(super) best: f32,
    /// Whether it was judged; if not, simulations end here.
    pub(super) judged: bool,
    /// Where all seats always have the same actions here: the places of the edges, first those that were tried, then the
    /// others, the strongest first.
    pub(super) order: Vec<u16>,
    /// How many were tried.
    pub(super) tried: u16,
    /// The sum of all strengths.
    pub(super) total: f32,
}

impl Node {
    /// Puts the edges in order, once all are there.
    pub(super) fn arrange(&mut self) {
        let edges = &self.edges;
        let is_new = |place: &u16| {
            let edge = &edges[usize::from(*place)];
            edge.visits + edge.pending == 0
        };
        self.order = (0..edges.len() as u16).collect();
        self.order.sort_by(|a, b| {
            let strength = |place: &u16| edges[usize::from(*place)].strength;
            is_new(a).cmp(&is_new(b)).then(strength(b).total_cmp(&strength(a)))
        });
        self.tried = self.order.iter().filter(|place| !is_new(place)).count() as u16;
        self.total = edges.iter().map(|edge| edge.strength).sum();
    }

    /// Whether there is an edge for each action; both are in ascending order.
    pub(super) fn has_all(&self, actions: &[u16]) -> bool {
        let mut edges = self.edges.iter();
        actions.iter().all(|id| {
            let event = Event::Act(*id);
            edges.find(|edge| edge.event >= event).is_some_and(|edge| edge.event == event)
        })
    }

    pub(super) fn find(&self, event: Event) -> Result<usize, usize> {
        self.edges.binary_search_by_key(&event, |edge| edge.event)
    }

    /// Memory of the node with its lists.
    pub(super) fn bytes(&self) -> u64 {
        let lists = u64::from(self.edges.capacity() > 0) + u64::from(self.order.capacity() > 0);
        let order = self.order.capacity() * size_of::<u16>();
        NODE_BYTES + lists * LIST_BYTES + (self.edges.capacity() * size_of::<Edge>() + order) as u64
    }
}

/// Calls `each` with the place and edge of every action that has one; edges and actions are both in ascending order.
pub(super) fn each(edges: &mut [Edge], actions: &[u16], mut each: impl FnMut(usize, &mut Edge)) {
    let mut place = 0;
    for id in actions {
        let event = Event::Act(*id);
        while edges.get(place).is_some_and(|edge| edge.event < event) {
            place += 1;
        }
        if let Some(edge) = edges.get_mut(place)
            && edge.event == event
        {
            each(place, edge);
        }
    }
}

/// Bytes of a node, and what each of its lists takes beside what is in it.
pub(super) const NODE_BYTES: u64 = size_of::<Node>() as u64;
const LIST_BYTES: u64 = 16;
// The documentation says so.
const _: () = assert!(size_of::<Node>() == 64 && size_of::<Edge>() == 48);

/// What hangs on a node, with that node first.
pub(super) fn subtree(mut nodes: Vec<Node>, root: u32) -> Vec<Node> {
    let mut kept = vec![std::mem::take(&mut nodes[root as usize])];
    let mut at = 0;
    while at < kept.len() {
        for edge in 0..kept[at].edges.len() {
            let child = kept[at].edges[edge].child as usize;
            if child > 0 {
                kept[at].edges[edge].child = kept.len() as u32;
                kept.push(std::mem::take(&mut nodes[child]));
            }
        }
        at += 1;
    }
    kept
}
