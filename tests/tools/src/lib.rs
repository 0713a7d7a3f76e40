//! Load, chaos and measurements: the programs in `src/bin`, and what only they use. `tests/programs` runs short forms of
//! them.
//!
//! # Map, in reading order
//! * [`journal`]: what the players of a run were shown, checked for contradictions.
//! * [`resilient`]: players who play on over lost connections until a series is over.
//! * [`crashes`]: games on a server that is killed again and again, and accidents to three machines;
//!   [`chaos`]: a proxy that breaks connections at random.
//! * [`joins`]: thousands of players who join at the same moment.
//! * [`slow_clients`]: clients that never finish and clients that never read, beside games.
//! * [`measure`]: memory, processor time and open files of a program.
//! * [`speed`]: the cost of a move, beside a relay.
//! * [`preload`]: C libraries that are preloaded into a program.
//! * [`fuzzing`]: the bodies of the fuzz targets.
//! * [`schema`]: the protocol as JSON Schema.

pub mod chaos;
pub mod crashes;
pub mod fuzzing;
pub mod joins;
pub mod journal;
pub mod measure;
pub mod preload;
pub mod resilient;
pub mod schema;
pub mod slow_clients;
pub mod speed;
