//! Tells systemd how far the server is, if systemd started it (`man sd_notify`).

#[derive(Debug, Clone, Copy)]
pub(crate) enum State {
    Ready,
    Stopping,
}

/// A failure is only logged: the server works without.
#[cfg(target_os = "linux")]
pub(crate) fn notify(state: State) {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let Some(socket) = std::env::var_os("NOTIFY_SOCKET") else { return };
    let message = match state {
        State::Ready => "READY=1",
        State::Stopping => "STOPPING=1",
    };
    let send = || {
        let address = match socket.as_bytes() {
            [b'@', name @ ..] => SocketAddr::from_abstract_name(name),
            _ => SocketAddr::from_pathname(&socket),
        };
        UnixDatagram::unbound()?.send_to_addr(message.as_bytes(), &address?)
    };
    if let Err(error) = send() {
        tracing::warn!(%error, "cannot tell systemd {message}");
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn notify(_: State) {}
