//! The server's one port: HTTP for people who come with a browser, WebSocket for those who play.
//!
//! Whoever connects is admitted in this order: `admission` counts connections, in all and from one address as
//! `network` tells them apart; the head of a request must come in time and be short; `door` looks at every request,
//! by which name it calls this server and from where its page is (`site`); `socket` makes it a WebSocket, and `headers`
//! say with each answer what browsers may do with it.
//! Whoever is not let in gets a `refusal` to read. `descriptors` is how many fit at all, and `alarm` what is said
//! when something panics.
//!
//! The accept loop is our own: a connection that does not send a whole request head in time is closed, which
//! `axum::serve` cannot do.

mod admission;
mod alarm;
mod descriptors;
mod door;
mod headers;
pub mod network;
mod refusal;
pub mod site;
mod socket;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::WebSocket;
use axum::http::StatusCode;
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tictactoe_protocol::SOCKET_PATH;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::linger::{Doorstep, LINGER_TIME, Lingering};
use crate::settings::Settings;

use admission::{Admission, Place};
use alarm::Alarm;
use door::Door;
use network::{Source, is_proxy};
use refusal::Refusal;
use site::Sites;

pub use socket::HARD_FRAME_BYTES;

/// Where it is asked whether the server serves.
const HEALTH_PATH: &str = "/healthz";

/// Where it is asked whether the server takes new players.
pub const READY_PATH: &str = "/readyz";

/// The longest request head, in bytes.
const HEAD_BYTES: usize = 8 * 1024;

/// How long a connection may go on with requests, when it does not become a WebSocket.
const REQUESTS_TIME: Duration = Duration::from_secs(60);

/// How many connections are told at a time that they are not let in. Those beyond are closed without a word.
const REFUSALS: usize = 32;

/// How many connections may wait to be accepted.
#[cfg(unix)]
const WAITING: i32 = 1024;

/// What the system takes in for a connection before it is sent, in bytes: a few of the longest frames.
const UNSENT_BYTES: usize = 64 * 1024;

/// How long to wait when the machine has no more room for connections, and how often to say so.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
const SAY_AGAIN: Duration = Duration::from_secs(10);

/// What is open to those who connect.
pub struct Port<F> {
    /// What is answered beside the socket and the question of health.
    pub pages: Router,
    /// What is done with each WebSocket.
    pub handler: F,
    /// Limits and defaults.
    pub settings: Arc<Settings>,
}

/// What all connections share.
struct Hall {
    settings: Arc<Settings>,
    admission: Arc<Admission>,
    sites: Sites,
    refusals: Arc<Semaphore>,
    /// Those who speak over a WebSocket.
    sockets: TaskTracker,
    /// All others, and the last moments of all.
    doorstep: Doorstep,
    /// Cancelled when the server stops.
    stop: CancellationToken,
}

/// Answers a port until the server stops. Then no new WebSocket is opened, other requests are answered until those
/// that are open have ended, and this returns when no connection is left: at the latest [`Settings::drain`] after
/// the stop, when those that are left are cut off.
pub async fn serve<F, Fut>(listener: TcpListener, port: Port<F>, stop: CancellationToken)
where
    F: Fn(WebSocket) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = ()> + Send + 'static,
{
    let Port { pages, handler, settings } = port;
    let hall = Arc::new(Hall::new(settings, stop));
    let router = Router::new()
        .route(HEALTH_PATH, get(async || "ok\n"))
        .route(SOCKET_PATH, get(socket::upgrade::<F, Fut>))
        .with_state(socket::Sockets { hall: Arc::clone(&hall), handler })
        .merge(pages)
        .fallback(nothing_here)
        .method_not_allowed_fallback(not_that);
    let router = headers::guarded(router);
    make_room_to_wait(&listener);
    let deadline = tokio::select! {
        deadline = hall.emptied() => deadline,
        never = hall.accept(&listener, &router) => match never {},
    };
    drop(listener);
    hall.close(deadline).await;
}

async fn nothing_here() -> (StatusCode, &'static str) {
    (StatusCode::NOT_FOUND, "There is nothing here. The game is at /, for bots at /ws.\n")
}

async fn not_that() -> (StatusCode, &'static str) {
    (StatusCode::METHOD_NOT_ALLOWED, "This can only be read: ask for it with GET.\n")
}

impl Hall {
    fn new(settings: Arc<Settings>, stop: CancellationToken) -> Self {
        let admission = &settings.admission;
        Self {
            admission: Admission::new(descriptors::room_for(admission.connections), admission.per_address),
            sites: Sites::new(site::machine().as_deref(), admission),
            refusals: Arc::new(Semaphore::new(REFUSALS)),
            sockets: TaskTracker::new(),
            doorstep: Doorstep::default(),
            settings,
            stop,
        }
    }

    async fn accept(self: &Arc<Self>, listener: &TcpListener, router: &Router) -> Infallible {
        let mut said = None;
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => self.receive(stream, peer, router),
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    if said.is_none_or(|said: Instant| said.elapsed() > SAY_AGAIN) {
                        said = Some(Instant::now());
                        tracing::warn!(%error, "connections cannot be accepted for a while");
                    }
                    sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }

    fn receive(self: &Arc<Self>, stream: TcpStream, peer: SocketAddr, router: &Router) {
        // Moves are small and wanted at once.
        let _ = stream.set_nodelay(true);
        bound_unsent(&stream);
        let proxied = is_proxy(peer.ip(), &self.settings.admission.proxies);
        let source = Source::of(peer.ip()).filter(|_| !proxied);
        match self.admission.admit(source) {
            Ok(place) => {
                let door = Door::new(peer.ip(), Arc::clone(self), router.clone());
                self.doorstep.tasks.spawn(Arc::clone(self).answer(stream, place, door));
            }
            Err(reason) => self.send_away(stream, peer, reason.into()),
        }
    }

    fn send_away(&self, mut stream: TcpStream, peer: SocketAddr, refusal: Refusal) {
        tracing::debug!(%peer, ?refusal, "a connection was refused");
        let Ok(turn) = Arc::clone(&self.refusals).try_acquire_owned() else { return };
        let rate = self.settings.limits.bytes();
        let doorstep = self.doorstep.clone();
        self.doorstep.tasks.spawn(async move {
            if doorstep.cut.run_until_cancelled(refusal.tell(&mut stream)).await.is_some() {
                drop(Lingering::new(stream, turn, doorstep, rate));
            }
        });
    }

    async fn answer(self: Arc<Self>, stream: TcpStream, place: Place, door: Door) {
        let _alarm = Alarm;
        self.doorstep.cut.run_until_cancelled(self.answer_requests(stream, place, door)).await;
    }

    async fn answer_requests(&self, stream: TcpStream, place: Place, door: Door) {
        // Whoever comes while the server stops may still ask one thing.
        let stopping = self.stop.is_cancelled();
        let lingering = Lingering::new(stream, place, self.doorstep.clone(), self.settings.limits.bytes());
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.settings.heartbeat.head)
            .max_buf_size(HEAD_BYTES)
            .half_close(true)
            .keep_alive(!stopping)
            .serve_connection(TokioIo::new(lingering), door)
            .with_upgrades();
        let mut connection = pin!(connection);
        let served = tokio::select! {
            served = connection.as_mut() => Some(served),
            () = sleep(REQUESTS_TIME) => None,
            () = self.stop.cancelled(), if !stopping => None,
        };
        let served = if let Some(served) = served {
            served
        } else {
            connection.as_mut().graceful_shutdown();
            timeout(self.settings.heartbeat.write, connection).await.unwrap_or(Ok(()))
        };
        if let Err(error) = served {
            tracing::debug!(?error, "a connection ended early");
        }
    }

    /// Waits until the server stops and no WebSocket is open any more, or there is no more time for them. Returns
    /// when there is none for anybody.
    async fn emptied(&self) -> Instant {
        self.stop.cancelled().await;
        let deadline = Instant::now() + self.settings.drain;
        self.sockets.close();
        let _ = timeout_at(deadline, self.sockets.wait()).await;
        deadline
    }

    /// Gives everybody a last moment, and cuts off who is left then.
    async fn close(&self, deadline: Instant) {
        self.doorstep.tasks.close();
        let moment = (Instant::now() + LINGER_TIME).min(deadline);
        if timeout_at(moment, self.all_gone()).await.is_err() {
            let sockets = self.sockets.len();
            if sockets > 0 {
                tracing::warn!(sockets, "stopping before every connection has ended");
            }
            self.doorstep.cut.cancel();
            self.all_gone().await;
        }
    }

    async fn all_gone(&self) {
        self.sockets.wait().await;
        self.doorstep.tasks.wait().await;
    }
}

/// Lets more connections wait to be accepted than the standard library does: after a restart all come back at
/// once, and one for which there is no room never hears of it.
fn make_room_to_wait(listener: &TcpListener) {
    #[cfg(unix)]
    if let Err(error) = rustix::net::listen(listener, WAITING) {
        tracing::debug!(%error, "no more connections than usual can wait to be accepted");
    }
    #[cfg(not(unix))]
    let _ = listener;
}

/// Keeps the system from taking in megabytes for somebody who does not read: so a frame that cannot be written
/// is noticed.
fn bound_unsent(stream: &TcpStream) {
    if let Err(error) = SockRef::from(stream).set_send_buffer_size(UNSENT_BYTES) {
        tracing::debug!(%error, "the system does not bound what is not sent yet");
    }
}

/// Whether an error of the listener is about one connection that was there and is gone.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
