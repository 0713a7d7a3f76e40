//! `GET /api/invitation`: an address to hand on.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::HOST;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use serde::Deserialize;
use tictactoe_lan::cards::{Card, ranked};
use tictactoe_lan::reach::reaches;
use tictactoe_protocol::invitation::{Invitation, Reach};

use super::code::Codes;
use super::place::Place;
use super::shared::Shared;
use super::{Pages, json};
use crate::web::site::Authority;

/// What is asked for.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// The path to invite to.
    to: String,
    #[serde(default)]
    scheme: Scheme,
}

/// How the page was loaded that asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Scheme {
    #[default]
    Http,
    /// Through something that this server knows nothing of.
    Https,
}

/// What there must be in a request.
const USAGE: &str = "Say what to invite to with to=/, to=/r/ROOM or to=/watch/MATCH, and with scheme=http or scheme=https \
                     how your page was loaded.\n";

/// What those who invite have in common.
struct Desk {
    cards: Shared<Arc<[Card]>>,
    codes: Codes,
}

/// An address of a place that others can open, if there is one.
pub fn invitation() -> MethodRouter<Pages> {
    let desk = Arc::new(Desk { cards: Shared::new(), codes: Codes::new() });
    get(
        async move |State(pages): State<Pages>,
                    headers: HeaderMap,
                    asked: Result<Query<Asked>, QueryRejection>| {
            desk.answer(pages.bound, &headers, asked).await
        },
    )
}

impl Desk {
    async fn answer(
        &self,
        bound: Option<SocketAddr>,
        headers: &HeaderMap,
        asked: Result<Query<Asked>, QueryRejection>,
    ) -> Response {
        let Ok(Query(Asked { to, scheme })) = asked else {
            return (StatusCode::BAD_REQUEST, USAGE).into_response();
        };
        let place: Place = match to.parse() {
            Ok(place) => place,
            Err(nowhere) => return (StatusCode::BAD_REQUEST, format!("{nowhere}\n")).into_response(),
        };
        let called =
            headers.get(HOST).map(HeaderValue::to_str).and_then(Result::ok).and_then(Authority::parse);
        let cards = self.cards.get(async || ranked().into()).await;
        let (origin, reach) = origin(scheme, called.as_ref(), bound, &cards);
        let url = format!("{origin}{place}");
        let qr = self.codes.svg(&url).await;
        json(Invitation { url, reach, qr }.to_json())
    }
}

/// Where the server is, for others if there is a way: as whoever asks calls it, or, when that means their own machine
/// only, over the best of its cards. That is known to lead here only if they called the port on which the server
/// listens: behind another there is something that forwards to it, perhaps into a container that nobody else reaches.
fn origin(
    scheme: Scheme,
    called: Option<&Authority>,
    bound: Option<SocketAddr>,
    cards: &[Card],
) -> (String, Reach) {
    let scheme = match scheme {
        Scheme::Http => "http",
        Scheme::Https => "https",
    };
    if let Some(host) = called.filter(|host| host.is_for_others()) {
        return (format!("{scheme}://{host}"), Reach::Network);
    }
    let is_direct =
        |bound: &SocketAddr| called.is_none_or(|host| host.port_for(scheme) == Some(bound.port()));
    let ways = bound.filter(is_direct).map_or_else(Vec::new, |bound| reaches(bound, cards));
    match (ways.iter().find(|way| way.is_for_others()), called) {
        // Over its cards the server speaks no TLS.
        (Some(best), _) => (format!("http://{}", best.place), Reach::Network),
        (None, Some(host)) => (format!("{scheme}://{host}"), Reach::Machine),
        (None, None) => {
            let here = ways.first().map_or("localhost", |way| &way.place);
            (format!("http://{here}"), Reach::Machine)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVERYBODY: &str = "0.0.0.0:7878";
    const ITSELF: &str = "127.0.0.1:7878";

    fn origin_for(scheme: Scheme, host: &str, bound: &str) -> (String, Reach) {
        let card = |name: &str, ip: &str| Card { ip: ip.parse().unwrap(), name: name.into() };
        let cards = [card("wlan0", "192.168.1.23"), card("tun0", "10.8.0.2")];
        origin(scheme, Authority::parse(host).as_ref(), bound.parse().ok(), &cards)
    }

    #[test]
    fn a_host_that_others_know_stays_as_it_is() {
        for host in ["192.168.1.24:7878", "mybox:7878", "mybox.local", "games.example.org", "[fd00::1]:81"] {
            for bound in [EVERYBODY, ITSELF] {
                let expected = (format!("https://{host}"), Reach::Network);
                assert_eq!(origin_for(Scheme::Https, host, bound), expected);
            }
        }
    }

    #[test]
    fn a_host_that_only_this_machine_knows_becomes_the_address_of_its_best_card() {
        for host in [
            "localhost:7878",
            "my.localhost:7878",
            "127.0.0.1:7878",
            "127.0.0.5:7878",
            "[::1]:7878",
            "0.0.0.0:7878",
        ] {
            for scheme in [Scheme::Http, Scheme::Https] {
                let expected = ("http://192.168.1.23:7878".to_owned(), Reach::Network);
                assert_eq!(origin_for(scheme, host, EVERYBODY), expected, "{host}");
            }
        }
        let usual = origin_for(Scheme::Http, "localhost", "0.0.0.0:80");
        assert_eq!(usual, ("http://192.168.1.23:80".into(), Reach::Network));
    }

    #[test]
    fn it_stays_as_it_is_when_the_server_does_not_listen_on_the_port_that_was_called() {
        for (scheme, url) in [
            (Scheme::Http, "http://localhost:9000"),
            (Scheme::Http, "http://localhost"),
            (Scheme::Http, "http://127.0.0.1:80"),
            (Scheme::Https, "https://localhost"),
            (Scheme::Https, "https://[::1]:8443"),
        ] {
            let (_, host) = url.split_once("://").unwrap();
            assert_eq!(origin_for(scheme, host, EVERYBODY), (url.to_owned(), Reach::Machine));
        }
        assert_eq!(origin_for(Scheme::Https, "localhost", "0.0.0.0:80").1, Reach::Machine);
    }

    #[test]
    fn it_stays_as_it_is_when_the_server_listens_for_its_own_machine_only() {
        for host in ["localhost:7878", "my.localhost:9000", "127.0.0.5:7878", "[::1]:7878"] {
            let expected = (format!("http://{host}"), Reach::Machine);
            assert_eq!(origin_for(Scheme::Http, host, ITSELF), expected);
        }
    }

    #[test]
    fn whoever_names_no_host_is_told_one() {
        assert_eq!(origin_for(Scheme::Http, "", EVERYBODY).0, "http://192.168.1.23:7878");
        assert_eq!(origin_for(Scheme::Http, "", ITSELF), ("http://localhost:7878".into(), Reach::Machine));
    }
}
