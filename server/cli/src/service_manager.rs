//! Notifies systemd of the server's state, if systemd started it (`man sd_notify`).

/// Sends a message. A failure is only logged, because the server works without systemd.
#[cfg(target_os = "linux")]
pub(crate) fn notify(message: &str) {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let Some(socket) = std::env::var_os("NOTIFY_SOCKET") else { return };
    let address = match socket.as_bytes() {
        [b'@', name @ ..] => SocketAddr::from_abstract_name(name),
        _ => SocketAddr::from_pathname(&socket),
    };
    let sent =
        address.and_then(|address| UnixDatagram::unbound()?.send_to_addr(message.as_bytes(), &address));
    if let Err(error) = sent {
        tracing::warn!(%error, "cannot tell systemd {message}");
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn notify(_: &str) {}
