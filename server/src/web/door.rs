//! Every request passes here on its way to the pages and the socket.

use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Request};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use tokio::time::Instant;

use super::admission::Place;
use super::network::{Source, forwarded_for, is_proxy};
use super::refusal::Refusal;
use super::{HEALTH_PATH, Hall, READY_PATH};
use crate::rate::Bucket;

/// Whom proxies have heard from.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The door as one connection finds it.
pub struct Door {
    peer: IpAddr,
    hall: Arc<Hall>,
    beyond: TowerToHyperService<Router>,
    /// How many requests there may be on this connection.
    rate: Mutex<Bucket>,
}

/// The place of somebody who came through a proxy, held by whoever answers the request.
#[derive(Debug, Clone)]
pub struct Proxied(#[expect(dead_code, reason = "it is held")] Arc<Place>);

impl Door {
    /// The door for the requests of a peer, and what is beyond it.
    #[must_use]
    pub fn new(peer: IpAddr, hall: Arc<Hall>, beyond: Router) -> Self {
        let rate = Mutex::new(hall.settings.limits.messages());
        Self { peer, hall, beyond: TowerToHyperService::new(beyond), rate }
    }

    fn check(&self, head: &Parts) -> Result<Option<Proxied>, Refusal> {
        let mut rate = self.rate.lock().unwrap_or_else(PoisonError::into_inner);
        rate.take(Instant::now()).map_err(Refusal::too_fast)?;
        drop(rate);
        // Whoever asks after the server's health may call it anything.
        if !matches!(head.uri.path(), HEALTH_PATH | READY_PATH) {
            self.hall.sites.check(head)?;
        }
        let Some(source) = self.proxied_source(head) else { return Ok(None) };
        Ok(Some(Proxied(Arc::new(self.hall.admission.admit_behind(source)?))))
    }

    fn proxied_source(&self, head: &Parts) -> Option<Source> {
        let proxies = &self.hall.settings.admission.proxies;
        if !is_proxy(self.peer, proxies) {
            return None;
        }
        let lines: Vec<_> = head.headers.get_all(FORWARDED_FOR).iter().map(HeaderValue::as_bytes).collect();
        forwarded_for(self.peer, &String::from_utf8_lossy(&lines.join(&b',')), proxies)
    }
}

impl Service<Request<Incoming>> for Door {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let (mut head, body) = request.into_parts();
        match self.check(&head) {
            Err(refusal) => {
                tracing::debug!(peer = %self.peer, ?refusal, "a request was refused");
                Box::pin(std::future::ready(Ok(refusal.into_response())))
            }
            Ok(proxied) => {
                if let Some(proxied) = proxied.clone() {
                    head.extensions.insert(proxied);
                }
                let answer = self.beyond.call(Request::from_parts(head, body));
                Box::pin(async move {
                    let _proxied = proxied;
                    answer.await
                })
            }
        }
    }
}
