//! A proxy that a test tells when to cut.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast;
use tokio::task::AbortHandle;

/// Stands between clients and a server.
pub(crate) struct Proxy {
    address: SocketAddr,
    cut: broadcast::Sender<()>,
    accepting: AbortHandle,
}

impl Proxy {
    /// Carries everything, both ways, until it is told to cut.
    pub(crate) async fn to(server: SocketAddr) -> Self {
        Self::start(server, false).await
    }

    /// The same, but when a client goes, the server does not hear of it.
    pub(crate) async fn that_hides_ends(server: SocketAddr) -> Self {
        Self::start(server, true).await
    }

    async fn start(server: SocketAddr, hides_ends: bool) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let (cut, _) = broadcast::channel(1);
        let cuts = cut.clone();
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, server, hides_ends, cuts.subscribe()));
            }
        });
        Self { address, cut, accepting: accepting.abort_handle() }
    }

    /// Cuts every connection.
    pub(crate) fn cut(&self) {
        // That there is none does not matter.
        let _ = self.cut.send(());
    }

    /// Cuts every connection, and lets nobody in any more.
    pub(crate) fn close(self) {
        self.accepting.abort();
        self.cut();
    }

    pub(crate) fn argument(&self) -> String {
        self.address.to_string()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn carry(
    mut client: TcpStream,
    server: SocketAddr,
    hides_ends: bool,
    mut cut: broadcast::Receiver<()>,
) {
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    let both = async {
        if hides_ends {
            let ((mut from_client, mut to_client), (mut from_server, mut to_server)) =
                (client.split(), server.split());
            let up = tokio::io::copy(&mut from_client, &mut to_server);
            // Reads on, so that the server can go on writing.
            let down = async {
                let mut chunk = [0; 1024];
                while let Ok(count @ 1..) = from_server.read(&mut chunk).await {
                    let _ = to_client.write_all(&chunk[..count]).await;
                }
            };
            let _ = tokio::join!(up, down);
            std::future::pending::<()>().await;
        }
        let _ = copy_bidirectional(&mut client, &mut server).await;
    };
    tokio::select! {
        () = both => {}
        _ = cut.recv() => {}
    }
}
