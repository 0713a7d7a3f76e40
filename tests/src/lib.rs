//! The harness of the end-to-end tests: real sockets, real binaries, no sleeps.
//!
//! # Map, in reading order
//! * [`wait`]: the one deadline of everything that is waited for.
//! * [`server`]: a server in this process, on a port of its own.
//! * [`store`]: its store, which a test can read and break.
//! * [`wish`]: what players ask for, in words.
//! * [`player`]: a client that asserts: one WebSocket, and waits that end.
//! * [`referee`]: an independent replay of the moves.
//! * [`dice`]: numbers by lot that can be drawn again.
//! * [`script`]: players by lot who hold every snapshot against the referee.
//! * [`durable`]: a server whose matches outlive it.
//! * [`joins`]: thousands of players who join at the same moment.
//! * [`live`]: live games beside something that should disturb nobody.
//! * [`offence`]: an offence against the protocol, before and after.
//! * [`raw`]: bytes on a TCP connection, HTTP by hand, frames by hand.
//! * [`home`]: a home directory of a test's own.
//! * [`program`]: the binaries: built once, started, signalled, waited for.
//! * [`preload`]: C libraries that are preloaded into a program.
//! * [`proxy`]: a proxy that breaks connections on demand.
//! * [`terminal`]: the same in a pseudo-terminal.
//! * [`tmux`]: a shell in a real terminal.
//! * [`photo`]: a photograph of a screen, for machines that read QR codes.
//! * [`fake`]: a server that says what a test tells it to.
//! * [`measure`]: a program as the system sees it.
//! * [`namespace`]: a network of machines, without a network.
//! * [`siege`]: connections that never finish and never read, beside games.
//! * [`fuzzing`]: what must hold whatever bytes come.
//! * [`corpus`]: texts that want to do harm.
//! * [`journal`]: what the players of a run were told, held against each other.
//! * [`steadfast`]: a player who never gives up.
//! * [`chaos`]: a proxy that drops, doubles, delays and cuts.
//! * [`crashes`]: scripted games on a server that is killed again and again.
//! * [`secrets`]: parts of secrets, wherever they are.
//! * [`witness`]: a client that remembers every word.
//! * [`picture`]: the picture in the README.
//! * [`schema`]: the protocol as JSON Schema.
//! * [`paths`]: the paths that a Rust source names.

pub mod chaos;
pub mod corpus;
pub mod crashes;
pub mod dice;
pub mod durable;
pub mod fake;
pub mod fuzzing;
pub mod home;
pub mod joins;
pub mod journal;
pub mod live;
pub mod measure;
pub mod namespace;
pub mod offence;
pub mod paths;
pub mod photo;
pub mod picture;
pub mod player;
pub mod preload;
pub mod program;
pub mod proxy;
pub mod raw;
pub mod referee;
pub mod schema;
pub mod script;
pub mod secrets;
pub mod server;
pub mod siege;
pub mod steadfast;
pub mod store;
pub mod terminal;
pub mod tmux;
pub mod wait;
pub mod wish;
pub mod witness;
