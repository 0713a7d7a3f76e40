//! A proxy between clients and a server that breaks connections when a test tells it to.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::broadcast;
use tokio::task::AbortHandle;

pub struct Proxy {
    address: SocketAddr,
    faults: broadcast::Sender<Fault>,
    accepting: AbortHandle,
}

/// What happens to every open connection. New connections work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Both sides see the end of the connection.
    Cut,
    /// Both sides see a reset, as after the kill of the other one.
    Reset,
    /// Nothing is carried any more, and neither side sees an end.
    Freeze,
    /// What the server sends is lost.
    LoseReplies,
}

impl Proxy {
    /// Carries everything, both ways, until it is told to break connections.
    pub async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let (faults, _) = broadcast::channel(8);
        let sender = faults.clone();
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, server, sender.subscribe()));
            }
        });
        Self { address, faults, accepting: accepting.abort_handle() }
    }

    pub fn fail(&self, fault: Fault) {
        // There may be none.
        let _ = self.faults.send(fault);
    }

    pub fn cut(&self) {
        self.fail(Fault::Cut);
    }

    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn argument(&self) -> String {
        self.address.to_string()
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn carry(mut client: TcpStream, server: SocketAddr, mut faults: broadcast::Receiver<Fault>) {
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    let (mut requests, mut replies) = ([0; 1024], [0; 1024]);
    let (mut is_frozen, mut loses_replies) = (false, false);
    loop {
        tokio::select! {
            biased;
            fault = faults.recv() => match fault {
                Ok(Fault::Freeze) => is_frozen = true,
                Ok(Fault::LoseReplies) => loses_replies = true,
                Ok(Fault::Reset) => {
                    for stream in [&client, &server] {
                        let _ = stream.set_zero_linger();
                    }
                    return;
                }
                Ok(Fault::Cut) | Err(_) => return,
            },
            read = client.read(&mut requests), if !is_frozen => match read {
                Ok(count @ 1..) => {
                    if server.write_all(&requests[..count]).await.is_err() {
                        return;
                    }
                }
                Ok(0) | Err(_) => return,
            },
            read = server.read(&mut replies), if !is_frozen => match read {
                Ok(1..) if loses_replies => {}
                Ok(count @ 1..) => {
                    if client.write_all(&replies[..count]).await.is_err() {
                        return;
                    }
                }
                Ok(0) | Err(_) => return,
            },
        }
    }
}
