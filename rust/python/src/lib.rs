//! The only door between Python and the engine. No rules in here: it converts values, releases the
//! interpreter during long work, and turns errors into the exceptions of `boardwright.errors`.

// Python hands over values.
#![allow(clippy::needless_pass_by_value)]

// Trees are many small lists; threads that grow them at the same time must not wait for each other.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod action;
mod arrays;
mod batch;
mod convert;
mod door;
mod errors;
mod functions;
mod genotype;
mod guided;
mod reading;
mod record;
mod rng;
mod searcher;
mod state;

/// The compiled engine of boardwright.
#[pyo3::pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::action::{Action, ActionIterator, Actions, Explanation, Turn};
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::functions::{
        action, check_data, check_laws, check_search, data_files, data_kind, data_sheet, default_options,
        games, microworld_board, microworld_random_board, microworld_scenarios, record_parse, rng_from_json,
        search, search_budgets, search_keys, search_methods, start, state_from_bytes, state_from_json, turn,
    };
    #[pymodule_export]
    use crate::genotype::{
        genotype_chance, genotype_odds, genotype_roll, genotype_roll_faces, genotype_roll_pools,
        genotype_sort, genotype_tile,
    };
    #[pymodule_export]
    use crate::guided::{GuidedSearch, SelfPlayGames};
    #[pymodule_export]
    use crate::record::Record;
    #[pymodule_export]
    use crate::rng::Rng;
    #[pymodule_export]
    use crate::searcher::Searcher;
    #[pymodule_export]
    use crate::state::State;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("RNG_VERSION", boardwright::RNG_VERSION)
    }
}
