//! A server that is started again.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use tictactoe_server::run;
use tictactoe_tests::server::calm;
use tictactoe_tests::store::SpyStore;
use tictactoe_tests::wait::in_time;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub(crate) struct Restarted {
    stop: CancellationToken,
    running: JoinHandle<()>,
}

impl Restarted {
    pub(crate) async fn start(address: SocketAddr, store: Arc<SpyStore>) -> Self {
        let listener = TcpListener::bind(address).await.expect("the port is free again");
        let stop = CancellationToken::new();
        let running = tokio::spawn(run(listener, store, calm(), stop.clone()));
        Self { stop, running }
    }

    pub(crate) async fn stop(self) {
        self.stop.cancel();
        in_time("the server to stop", self.running).await.expect("the server does not panic");
    }
}

/// A free address at which a server can be started twice.
pub(crate) async fn free_address() -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
    listener.local_addr().expect("a bound socket has an address")
}
