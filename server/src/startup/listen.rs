//! Opens the port, for IPv4 and IPv6.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use socket2::{Domain, Socket, Type};
use tokio::net::TcpListener;

use super::StartError;

/// Room for all the clients that reconnect after a restart. A connection without room gets no answer.
const BACKLOG: i32 = 1024;

/// The addresses to listen on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hosts {
    /// The addresses; `0.0.0.0` and `::` stand for all addresses of their family.
    pub ips: Vec<IpAddr>,
    /// The server skips addresses that it cannot use, as long as it can use one of them and none is busy.
    pub are_optional: bool,
}

impl Hosts {
    /// Every address of this machine.
    #[must_use]
    pub fn all() -> Self {
        Self { ips: vec![Ipv4Addr::UNSPECIFIED.into(), Ipv6Addr::UNSPECIFIED.into()], are_optional: true }
    }

    /// The loopback addresses, which only this machine can reach.
    #[must_use]
    pub fn loopback() -> Self {
        Self { ips: vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()], are_optional: true }
    }
}

/// Listens on the first of the ports that is free on all addresses.
pub(super) fn listen(hosts: &Hosts, ports: &[u16]) -> Result<Vec<TcpListener>, StartError> {
    let mut failure = None;
    for port in ports {
        match listen_on(hosts, *port) {
            Ok(listeners) => return Ok(listeners),
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    failure.map_or_else(|| Ok(Vec::new()), Err)
}

/// With port 0, the system chooses a free port for the first address, and the others use the same one.
fn listen_on(hosts: &Hosts, mut port: u16) -> Result<Vec<TcpListener>, StartError> {
    let (mut listeners, mut missing) = (Vec::new(), None);
    for ip in &hosts.ips {
        let address = SocketAddr::new(*ip, port);
        let failed = |error| StartError::Listen(address, error);
        let socket = Socket::new(Domain::for_address(address), Type::STREAM, None);
        match socket.and_then(|socket| bind(&socket, address).map(|()| socket)) {
            Ok(socket) => {
                let listener = TcpListener::from_std(socket.into()).map_err(failed)?;
                port = listener.local_addr().map_err(failed)?.port();
                listeners.push(listener);
            }
            // It lacks the address, or its whole family, for which the standard library has no name.
            Err(error) if hosts.are_optional && !is_busy(&error) => {
                tracing::info!("not listening on {ip}: {error}");
                missing = missing.or(Some(failed(error)));
            }
            Err(error) => return Err(failed(error)),
        }
    }
    match missing {
        Some(missing) if listeners.is_empty() => Err(missing),
        _ => Ok(listeners),
    }
}

/// Another program has the address, or Windows keeps it for one.
fn is_busy(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::AddrInUse | ErrorKind::PermissionDenied)
}

fn bind(socket: &Socket, address: SocketAddr) -> io::Result<()> {
    // IPv4 has a separate socket.
    if address.is_ipv6() {
        socket.set_only_v6(true)?;
    }
    // Lets a restarted server listen before the connections of the previous run are closed. On Windows, the option
    // would let two servers share a port.
    if cfg!(unix) {
        socket.set_reuse_address(true)?;
    }
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_ipv6() -> bool {
        std::net::TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_ok()
    }

    fn bound(listeners: &[TcpListener]) -> Vec<SocketAddr> {
        listeners.iter().map(|listener| listener.local_addr().unwrap()).collect()
    }

    #[tokio::test]
    async fn both_families_have_the_same_free_port() {
        let listeners = listen(&Hosts::loopback(), &[0]).unwrap();
        let bound = bound(&listeners);
        assert_eq!(bound.len(), if has_ipv6() { 2 } else { 1 });
        assert!(bound.iter().all(|address| address.port() == bound[0].port() && address.port() != 0));
    }

    #[tokio::test]
    async fn an_address_that_this_machine_lacks_is_left_out_only_if_it_was_not_asked_for() {
        let foreign: IpAddr = [192, 0, 2, 1].into();
        let hosts = |are_optional| Hosts { ips: vec![foreign, Ipv4Addr::LOCALHOST.into()], are_optional };
        assert_eq!(listen(&hosts(true), &[0]).unwrap().len(), 1);
        let refused = listen(&hosts(false), &[0]).unwrap_err();
        assert!(matches!(refused, StartError::Listen(address, _) if address.ip() == foreign), "{refused}");
        assert!(listen(&Hosts { ips: vec![foreign], are_optional: true }, &[0]).is_err());
    }

    #[tokio::test]
    async fn a_port_that_is_busy_in_one_family_is_not_taken_in_the_other() {
        let only_ipv4 = Hosts { ips: vec![Ipv4Addr::LOCALHOST.into()], are_optional: false };
        let other = listen(&only_ipv4, &[0]).unwrap();
        let busy = bound(&other)[0].port();
        let mut hosts = Hosts::loopback();
        hosts.ips.reverse();
        assert!(listen(&hosts, &[busy]).is_err());
        assert!(bound(&listen(&hosts, &[busy, 0]).unwrap()).iter().all(|address| address.port() != busy));
    }
}
