//! `GET /api/invitation`: a URL that others can open.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::HOST;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{Response, Result};
use serde::Deserialize;
use tictactoe_lan::interfaces::lan_addresses;
use tictactoe_lan::qr::Code;
use tictactoe_protocol::invitation::{Invitation, Reach};
use tictactoe_protocol::listing::WaitingPlayer;
use tictactoe_protocol::text::Room;
use tictactoe_protocol::to_json;
use tictactoe_protocol::values::MatchId;

use super::super::blocking::run_blocking;
use super::super::instructions::download_command;
use super::super::refusal::HttpRefusal;
use super::json;
use super::page_path::{PathError, page_path};
use crate::links::{Link, Links};
use crate::origin::Authority;
use crate::quota::{ConnectionPermit, Cost};
use crate::services::Services;
use crate::ttl_cache::TtlCache;
use crate::wire;

#[derive(Debug, Deserialize)]
pub struct Parameters {
    to: String,
}

/// The longest URL that gets a code, in bytes. Its code has 41 modules a side (version 6 of ISO/IEC 18004), 49 with the
/// quiet zone, and a module is less than five pixels on the page. Phones hardly read smaller ones. The largest QR code
/// would also take ten times as long to make.
const MAX_URL_BYTES: usize = 120;

const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

static ADDRESSES: TtlCache<Arc<[IpAddr]>> = TtlCache::new();

pub async fn invitation(
    State(services): State<Arc<Services>>,
    Extension(permit): Extension<Arc<ConnectionPermit>>,
    headers: HeaderMap,
    parameters: Result<Query<Parameters>, QueryRejection>,
) -> Result<Response> {
    let to = parameters.map_err(|_| PathError::Unknown).and_then(|Query(Parameters { to })| page_path(&to));
    let (path, room) = to.map_err(|error| (StatusCode::BAD_REQUEST, format!("{error}\n")))?;
    let (mut waiting, mut playing) = (None, None);
    if let Some(room) = room {
        waiting = waiting_player(&services, &permit, &room).await?;
        playing = services.matchmaker.match_in(room.as_str()).await;
    }
    let link = requested_link(&services, &headers).await;
    let url = format!("{}{path}", link.origin);
    let qr = qr_code(url.clone()).await;
    let download = download_command(&link, &services.settings.downloads);
    let reach = if link.is_on_network { Reach::Network } else { Reach::Machine };
    let playing = playing.map(|id| MatchId(id.as_str().to_owned()));
    Ok(json(to_json(&Invitation { url, reach, qr, download, waiting, playing })))
}

/// The code of a URL as an SVG image; `None` when it has more than [`MAX_URL_BYTES`].
async fn qr_code(url: String) -> Option<String> {
    if url.len() > MAX_URL_BYTES {
        return None;
    }
    run_blocking(move || Code::for_url(&url).map(|code| code.svg())).await
}

/// The player who waits in a room. Charged, so that clients cannot find players by guessing their words.
pub async fn waiting_player(
    services: &Services,
    permit: &ConnectionPermit,
    room: &Room,
) -> Result<Option<WaitingPlayer>, HttpRefusal> {
    permit.charge(Cost::Guess)?;
    let player = services.matchmaker.player_by_word(room.as_str()).await;
    Ok(player.and_then(|player| wire::listing::waiting_player(&player)))
}

/// The link under which others reach this server: the operator's URL, or the host of the request. If that host names
/// only the local machine, it is the best network address of the server, as long as the request came to the port on
/// which the server listens. A request to another port was forwarded, perhaps into a container whose addresses no other
/// machine can reach.
pub async fn requested_link(services: &Services, headers: &HeaderMap) -> Link {
    // A proxy may terminate TLS.
    let is_encrypted = headers.get(FORWARDED_PROTO).is_some_and(|scheme| scheme == "https");
    let scheme = if is_encrypted { "https" } else { services.links.scheme };
    let host = headers.get(HOST).map(HeaderValue::to_str).and_then(Result::ok).and_then(Authority::parse);
    let addresses = ADDRESSES.get(async || lan_addresses().into()).await;
    link(scheme, host.as_ref(), &services.links, &addresses)
}

fn link(scheme: &str, host: Option<&Authority>, links: &Links, addresses: &[IpAddr]) -> Link {
    let to_host = |host, is_on_network| Link { origin: format!("{scheme}://{host}"), is_on_network };
    if let Some(host) = host.filter(|host| links.public_url.is_none() && host.is_reachable_from_network()) {
        return to_host(host, true);
    }
    let port = links.bound.first().map(SocketAddr::port);
    let is_direct = host.is_none_or(|host| host.port_for(scheme) == port);
    match (links.list(addresses).pop(), host) {
        (Some(link), _) if link.is_on_network && (is_direct || links.public_url.is_some()) => link,
        (_, Some(host)) => to_host(host, false),
        (link, None) => Link { is_on_network: false, ..link.unwrap_or_default() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL_INTERFACES: &str = "0.0.0.0:7878";
    const LOOPBACK: &str = "127.0.0.1:7878";

    fn origin_for(scheme: &str, host: &str, bound: &str) -> (String, bool) {
        let addresses = ["192.168.1.23", "10.8.0.2"].map(|ip| ip.parse().unwrap());
        let links = Links { bound: bound.parse().into_iter().collect(), scheme: "http", public_url: None };
        let link = link(scheme, Authority::parse(host).as_ref(), &links, &addresses);
        (link.origin, link.is_on_network)
    }

    #[test]
    fn a_host_that_others_can_reach_is_kept() {
        for host in ["192.168.1.24:7878", "mybox:7878", "mybox.local", "games.example.org", "[fd00::1]:81"] {
            for bound in [ALL_INTERFACES, LOOPBACK] {
                let expected = (format!("https://{host}"), true);
                assert_eq!(origin_for("https", host, bound), expected);
            }
        }
    }

    #[test]
    fn a_local_host_is_replaced_by_the_best_network_address() {
        for host in [
            "localhost:7878",
            "my.localhost:7878",
            "127.0.0.1:7878",
            "127.0.0.5:7878",
            "[::1]:7878",
            "0.0.0.0:7878",
        ] {
            for scheme in ["http", "https"] {
                let expected = ("http://192.168.1.23:7878".to_owned(), true);
                assert_eq!(origin_for(scheme, host, ALL_INTERFACES), expected, "{host}");
            }
        }
        let usual = origin_for("http", "localhost", "0.0.0.0:80");
        assert_eq!(usual, ("http://192.168.1.23:80".into(), true));
    }

    #[test]
    fn a_local_host_is_kept_when_its_port_is_forwarded() {
        for (scheme, url) in [
            ("http", "http://localhost:9000"),
            ("http", "http://localhost"),
            ("http", "http://127.0.0.1:80"),
            ("https", "https://localhost"),
            ("https", "https://[::1]:8443"),
        ] {
            let (_, host) = url.split_once("://").unwrap();
            assert_eq!(origin_for(scheme, host, ALL_INTERFACES), (url.to_owned(), false));
        }
        assert!(!origin_for("https", "localhost", "0.0.0.0:80").1);
    }

    #[test]
    fn a_request_without_a_host_gets_an_address() {
        assert_eq!(origin_for("http", "", ALL_INTERFACES).0, "http://192.168.1.23:7878");
        assert_eq!(origin_for("http", "", LOOPBACK), ("http://localhost:7878".into(), false));
    }

    #[tokio::test]
    async fn the_longest_url_has_a_code_of_41_modules_and_a_longer_one_has_none() {
        let url = |bytes: usize| format!("{:x<bytes$}", "http://192.168.1.23:7878/r/");
        let image = qr_code(url(MAX_URL_BYTES)).await.unwrap();
        assert!(image.contains("viewBox=\"0 0 49 49\""), "{image}");
        assert_eq!(qr_code(url(MAX_URL_BYTES + 1)).await, None);
    }
}
