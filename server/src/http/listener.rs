//! Accepts connections, serves their requests, and drains them at shutdown.
//!
//! The accept loop is our own, because `axum::serve` cannot close connections whose request head takes too long.

use std::convert::Infallible;
use std::future::ready;
use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;

use super::guard::{Progress, guarded};
use super::lingering_close::{Lingering, lingering};
use super::refusal::HttpRefusal;
use super::shared_state::SharedState;
use crate::quota::{ConnectionPermit, Cost, Source, is_proxy};
use crate::services::Services;

/// How long a connection may send requests without becoming a WebSocket, unless it downloads.
const HTTP_TIME: Duration = Duration::from_secs(60);

/// How long a refused client may take to send its request, which is ignored, and to receive the refusal.
const REFUSAL_TIME: Duration = Duration::from_secs(2);

const HEAD_BYTES: usize = 8 * 1024;

/// Room for a few of the longest frames.
const SEND_BUFFER_BYTES: usize = 64 * 1024;

/// The first byte of an encrypted connection (RFC 8446, section 5.1). No request begins with it.
const TLS_HANDSHAKE: u8 = 22;

/// Serves a port until the server shuts down. After that, no new WebSocket is opened, and other requests are answered
/// until its other tasks have ended. At the latest [`Settings::drain`](crate::Settings::drain) after the
/// beginning of the shutdown, the rest is aborted.
pub async fn listen(listeners: Vec<TcpListener>, router: Router, state: Arc<SharedState>) {
    let mut open = JoinSet::new();
    for listener in listeners {
        open.spawn(accept_all(listener, router.clone(), Arc::clone(&state)));
    }
    if let Some(tls) = &state.tls {
        open.spawn(tls.clone().follow_files());
    }
    let Services { tasks, settings, .. } = &*state.services;
    let deadline = tasks.drained(settings.drain).await;
    open.shutdown().await;
    tasks.end(deadline).await;
}

async fn accept_all(mut listener: TcpListener, router: Router, state: Arc<SharedState>) {
    loop {
        let (stream, peer) = Listener::accept(&mut listener).await;
        // Moves are small, and must not wait for more data to send.
        let _ = stream.set_nodelay(true);
        // By default the system buffers megabytes for a client that does not read, and the write timeout would notice
        // it late.
        let _ = SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER_BYTES);
        match admit(&state, peer.ip()) {
            Ok((slot, permit)) => {
                let served = serve(Arc::clone(&state), stream, slot, permit, peer.ip(), router.clone());
                state.services.tasks.spawn_http(served);
            }
            Err(refusal) => refuse(&state, stream, peer.ip(), refusal),
        }
    }
}

/// A slot for a connection, and its permit. The clients behind a trusted proxy are limited by their requests.
fn admit(state: &SharedState, peer: IpAddr) -> Result<(OwnedSemaphorePermit, ConnectionPermit), HttpRefusal> {
    if state.is_blocked(peer) {
        return Err(HttpRefusal::Blocked);
    }
    let slot =
        Arc::clone(&state.services.connection_slots).try_acquire_owned().map_err(|_| HttpRefusal::Full)?;
    let permit = state.quotas.connect(limited_source(state, peer));
    Ok((slot, permit.ok_or(HttpRefusal::TooManyConnections)?))
}

fn limited_source(state: &SharedState, peer: IpAddr) -> Option<Source> {
    Source::from_ip(peer).filter(|_| !is_proxy(peer, &state.services.settings.admission.proxies))
}

type Secured<T> = Either<Box<TlsStream<Lingering<T>>>, Lingering<T>>;

/// Decrypts a connection if the port has a certificate and the client encrypts, which is charged. Keeps `held` until
/// the socket is closed.
async fn secured<T: Send + Unpin + 'static>(
    state: &SharedState,
    stream: TcpStream,
    held: T,
    source: Option<Source>,
) -> io::Result<Secured<T>> {
    let mut first = [0];
    let encrypts = state.tls.is_some() && stream.peek(&mut first).await? == 1 && first == [TLS_HANDSHAKE];
    if encrypts {
        let charged = state.quotas.charge(source, Cost::Handshake, 1);
        charged.map_err(|_| io::Error::other("too many TLS handshakes from its address"))?;
    }
    let stream =
        lingering(stream, held, state.services.tasks.clone(), state.services.settings.limits.byte_budget());
    Ok(match state.tls.as_ref().filter(|_| encrypts) {
        // Boxed, because a plain connection does not need most of its size.
        Some(tls) => Either::Left(Box::new(tls.accept(stream).await?)),
        None => Either::Right(stream),
    })
}

fn refuse(state: &Arc<SharedState>, stream: TcpStream, peer: IpAddr, refusal: HttpRefusal) {
    let source = limited_source(state, peer);
    state.note_refusal(source, &refusal);
    if state.quotas.charge(source, Cost::Refusal, 1).is_err() {
        return;
    }
    let Ok(turn) = Arc::clone(&state.refusals).try_acquire_owned() else { return };
    let answer = service_fn(move |_| ready(Ok::<_, Infallible>(refusal.clone().closing())));
    let tasks = state.services.tasks.clone();
    let state = Arc::clone(state);
    let connection = async move {
        if let Ok(stream) = secured(&state, stream, turn, source).await {
            let _ = http().serve_connection(TokioIo::new(stream), answer).await;
        }
    };
    tasks.spawn_http(timeout(REFUSAL_TIME, connection));
}

async fn serve(
    state: Arc<SharedState>,
    stream: TcpStream,
    slot: OwnedSemaphorePermit,
    permit: ConnectionPermit,
    peer: IpAddr,
    router: Router,
) {
    // A client that connects during the shutdown gets one response.
    let stopping = state.services.tasks.stop.is_cancelled();
    let (permit, heartbeat) = (Arc::new(permit), state.services.settings.heartbeat);
    let held = (slot, Arc::clone(&permit));
    let source = permit.source();
    let secured = tokio::select! {
        biased;
        secured = timeout(heartbeat.head, secured(&state, stream, held, source)) => secured,
        () = state.services.tasks.stop.cancelled(), if !stopping => return,
    };
    let stream = match secured.unwrap_or_else(|late| Err(late.into())) {
        Ok(stream) => stream,
        Err(error) => {
            tracing::debug!(network = Source::in_log(source), %error, "the TLS handshake failed");
            return;
        }
    };
    let is_secure = state.tls.is_none() || matches!(stream, Either::Left(_));
    let progress = Progress::default();
    let requests = guarded(peer, is_secure, permit, Arc::clone(&state), router, progress.clone());
    let connection = http()
        .timer(TokioTimer::new())
        .header_read_timeout(heartbeat.head)
        .keep_alive(!stopping)
        .serve_connection(TokioIo::new(stream), requests)
        .with_upgrades();
    let (mut connection, mut end) = (pin!(connection), pin!(sleep(HTTP_TIME)));
    let served = loop {
        tokio::select! {
            served = connection.as_mut() => break served,
            () = progress.notified() => {
                end.as_mut().reset(Instant::now() + heartbeat.write);
                continue;
            }
            () = end.as_mut() => {}
            () = state.services.tasks.stop.cancelled(), if !stopping => {}
        }
        connection.as_mut().graceful_shutdown();
        break timeout(heartbeat.write, connection.as_mut()).await.unwrap_or(Ok(()));
    };
    if let Err(error) = served {
        tracing::debug!(?error, "connection ended early");
    }
}

fn http() -> http1::Builder {
    let mut http = http1::Builder::new();
    http.max_buf_size(HEAD_BYTES).half_close(true);
    http
}
