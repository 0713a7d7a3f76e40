//! The harness of the end-to-end tests: real sockets, real binaries, no sleeps.
//!
//! # Map, in reading order
//! * [`wait`]: the one deadline for everything that tests wait for.
//! * [`server`]: a server in this process; [`durable`]: one that stores its matches on disk.
//! * [`store`]: the memory store, with simulated outages.
//! * [`join_options`]: short names for the options of a join.
//! * [`player`]: the scripted player: it follows a strategy, survives lost connections, records what it sees.
//! * [`referee`]: an independent replay of the moves.
//! * [`rng`]: random numbers that can be reproduced.
//! * [`joins`]: thousands of players who join at the same moment.
//! * [`live_games`]: live games beside something that must not disturb them.
//! * [`violation`]: a violation of the protocol, and the state before and after.
//! * [`raw`]: hand-written HTTP and WebSocket frames.
//! * [`certificates`]: a private authority, and requests over encrypted connections.
//! * [`hosting`]: a server behind a proxy.
//! * [`home`]: a test's own home directory.
//! * [`program`]: the binaries, over pipes; [`terminal`]: in a pseudo-terminal; [`tmux`]: in a real terminal.
//! * [`preload`]: C libraries that are preloaded into a program.
//! * [`proxy`]: a proxy that breaks connections on demand; [`chaos`]: one that breaks them at random.
//! * [`fake`]: a server that sends what a test tells it to.
//! * [`qr_reader`]: QR codes on screens and in images.
//! * [`measure`]: memory, processor time and open files of a program.
//! * [`speed`]: the cost of a move, beside a relay and a minimal server.
//! * [`namespace`]: a network of machines in Linux namespaces.
//! * [`accidents`]: accidents to a server's limits and files, beside games.
//! * [`slow_clients`]: clients that never finish and clients that never read, beside games.
//! * [`fuzzing`]: the bodies of the fuzz targets; [`corpus`]: hostile texts.
//! * [`journal`]: what the players of a run were shown, checked for contradictions.
//! * [`crashes`]: games on a server that is killed again and again, and accidents to three machines.
//! * [`nats_server`]: which NATS server the tests start.
//! * [`secrets`]: parts of secrets, wherever they occur.
//! * [`schema`]: the protocol as JSON Schema.
//! * [`paths`]: the paths that a Rust source names.

pub mod accidents;
pub mod certificates;
pub mod chaos;
pub mod corpus;
pub mod crashes;
pub mod durable;
pub mod fake;
pub mod fuzzing;
pub mod home;
pub mod hosting;
pub mod join_options;
pub mod joins;
pub mod journal;
pub mod live_games;
pub mod measure;
pub mod namespace;
pub mod nats_server;
pub mod paths;
pub mod player;
pub mod preload;
pub mod program;
pub mod proxy;
pub mod qr_reader;
pub mod raw;
pub mod referee;
pub mod rng;
pub mod schema;
pub mod secrets;
pub mod server;
pub mod slow_clients;
pub mod speed;
pub mod store;
pub mod terminal;
pub mod tmux;
pub mod violation;
pub mod wait;
