//! HTTP over real sockets: texts, the list of matches, invitations.

use std::io::Read;
use std::net::SocketAddr;

use flate2::read::GzDecoder;
use harness::join_options::{against_computer, in_room, named, on};
use harness::player::Player;
use harness::player::strategy::{X_WINS, play_moves};
use harness::raw::{self, Response};
use harness::server::Server;
use harness::wait::in_time;
use tictactoe_lan::qr::Code;
use tictactoe_protocol::client::{Join, JoinKind};
use tictactoe_protocol::invitation::{Invitation, Reach};
use tictactoe_protocol::listing::Listing;
use tictactoe_protocol::snapshot::PlayerKind;
use tictactoe_protocol::values::{Level, Mark, MarkPreference, Rules};
use tictactoe_protocol::{INVITATION_PATH, LISTING_PATH};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HTML: &str = "text/html; charset=utf-8";

const TEXTS: [(&str, &str); 14] = [
    ("/", HTML),
    ("/r/kitten", HTML),
    ("/r/%D0%BA%D0%BB%D1%8E%D1%87", HTML),
    ("/watch/k3v9d7qpx2ma", HTML),
    ("/games", HTML),
    ("/page/bots.js", "text/javascript; charset=utf-8"),
    ("/page/icon.svg", "image/svg+xml"),
    ("/page/turn.svg", "image/svg+xml"),
    ("/page/manifest.json", "application/manifest+json"),
    ("/page/style.css", "text/css; charset=utf-8"),
    ("/page/script.js", "text/javascript; charset=utf-8"),
    ("/bots", HTML),
    ("/protocol.md", "text/markdown; charset=utf-8"),
    ("/schema.json", "application/schema+json"),
];

const NOWHERE: &str =
    "/nowhere /index.html /page/ /page/main.js /page/../schema.json /bots/ /r/ /r/kitten/5 /watch /games/
     /api/matches/";

async fn ask(address: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)]) -> Response {
    let request = raw::head(path, headers).replacen("GET", method, 1);
    raw::ask(&mut raw::connect(address).await, &request).await
}

fn assert_told(response: &Response, headers: &[(&str, Option<&str>)]) {
    for (name, value) in headers {
        assert_eq!(response.header(name), *value, "{name} in {response:?}");
    }
}

fn unpacked(response: &Response) -> Vec<u8> {
    let mut unpacked = Vec::new();
    GzDecoder::new(&*response.bytes).read_to_end(&mut unpacked).expect("gzip");
    unpacked
}

#[tokio::test]
async fn every_text_has_its_type_and_can_be_cached_and_compressed() {
    let server = Server::start().await;
    for (path, kind) in TEXTS {
        let text = raw::get(server.address(), path, &[]).await;
        assert_eq!(text.status, 200, "{path}");
        let headers = [
            ("content-type", Some(kind)),
            ("cache-control", Some("no-cache")),
            ("vary", Some("accept-encoding")),
            ("content-encoding", None),
        ];
        assert_told(&text, &headers);
        let head = ask(server.address(), "HEAD", path, &[]).await;
        assert_eq!((head.status, head.header("etag")), (200, text.header("etag")), "{path}");
        assert_told(&head, &headers);
        assert_eq!(head.header("content-length"), Some(&*text.bytes.len().to_string()), "{path}");

        let tag = text.header("etag").expect("a tag").replace("w/", "W/");
        let again = raw::get(server.address(), path, &[("if-none-match", &tag)]).await;
        assert_eq!((again.status, again.header("etag")), (304, text.header("etag")), "{path}");
        let changed = raw::get(server.address(), path, &[("if-none-match", "W/\"older\"")]).await;
        assert_eq!((changed.status, &changed.bytes), (200, &text.bytes), "{path}");

        let packed = raw::get(server.address(), path, &[("accept-encoding", "gzip, deflate, br")]).await;
        assert_told(&packed, &[("content-encoding", Some("gzip")), ("etag", text.header("etag"))]);
        assert!(unpacked(&packed) == text.bytes, "{path}");
    }
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let server = Server::start().await;
    let texts = TEXTS.map(|(path, _)| (path, 200));
    let others =
        [("/healthz", 200), ("/readyz", 200), (LISTING_PATH, 200), (INVITATION_PATH, 400), ("/ws", 400)];
    for (path, status) in
        texts.into_iter().chain(others).chain(NOWHERE.split_whitespace().map(|path| (path, 404)))
    {
        for (method, status) in [("GET", status), ("DELETE", if status == 404 { 404 } else { 405 })] {
            let response = ask(server.address(), method, path, &[]).await;
            assert_eq!(response.status, status, "{method} {path}");
            let told = [
                ("content-security-policy", Some(POLICY)),
                ("x-content-type-options", Some("nosniff")),
                ("referrer-policy", Some("no-referrer")),
                ("cross-origin-resource-policy", Some("same-origin")),
            ];
            assert_told(&response, &told);
        }
    }
}

#[tokio::test]
async fn an_unknown_path_is_a_page_for_browsers_and_a_line_for_programs() {
    let server = Server::start().await;
    for (accept, kind, told) in [
        ("text/html,application/xhtml+xml,*/*;q=0.8", HTML, "<a href=\"/\">Play a game</a>"),
        ("*/*", "text/plain; charset=utf-8", "The game is at /"),
    ] {
        let nowhere = raw::get(server.address(), "/nowhere", &[("accept", accept)]).await;
        assert_eq!(nowhere.status, 404, "{accept}");
        assert_told(&nowhere, &[("content-type", Some(kind)), ("vary", Some("accept"))]);
        assert!(nowhere.body.contains(told), "{nowhere:?}");
    }
}

#[tokio::test]
async fn an_occupied_room_names_its_match_and_a_link_to_a_room_who_invites() {
    let server = Server::start().await;
    let mut host =
        Player::joined(server.address(), Join { name: Some("A<\"&".into()), ..in_room("kitten") }).await;
    host.waiting().await;
    let page = raw::get(server.address(), "/r/kitten", &[]).await;
    let title = "\"og:title\" content=\"A&lt;&quot;&amp; invites you to play tic-tac-toe\"";
    assert!(page.body.contains(title), "{page:?}");
    assert_eq!(invitation(&server, "to=/r/kitten", "localhost").await.playing, None);
    let guest = server.seated_player(in_room("kitten")).await;
    let Invitation { waiting, playing, .. } = invitation(&server, "to=/r/kitten", "localhost").await;
    assert_eq!((waiting, playing.as_ref()), (None, Some(&guest.match_id())));
}

/// No text, so it is not among `TEXTS`.
#[tokio::test]
async fn links_to_the_page_have_a_picture() {
    let server = Server::start().await;
    let host = server.address().to_string();
    let page = raw::get(server.address(), "/", &[("host", &host)]).await;
    let origin = format!("http://{host}");
    for tag in [
        format!("\"og:url\" content=\"{origin}/\""),
        format!("\"og:image\" content=\"{origin}/page/card.png\""),
        "\"og:title\" content=\"Tic-tac-toe\"".to_owned(),
    ] {
        assert!(page.body.contains(&tag), "{tag}: {page:?}");
    }
    let picture = raw::get(server.address(), "/page/card.png", &[]).await;
    assert_told(&picture, &[("content-type", Some("image/png"))]);
    assert!(picture.bytes.starts_with(b"\x89PNG"), "{picture:?}");
}

/// The server caches the list for up to a second.
async fn listing(address: SocketAddr) -> Listing {
    let response = raw::get(address, LISTING_PATH, &[]).await;
    let told = [("content-type", Some("application/json")), ("cache-control", Some("no-cache"))];
    assert_told(&response, &told);
    serde_json::from_str(&response.body).unwrap_or_else(|error| panic!("{error} in {response:?}"))
}

async fn listing_where(server: &Server, what: &str, like: impl Fn(&Listing) -> bool) -> Listing {
    let listed = async {
        loop {
            let listing = listing(server.address()).await;
            if like(&listing) {
                return listing;
            }
        }
    };
    in_time(what, listed).await
}

#[tokio::test]
async fn a_match_is_listed_with_its_current_state() {
    let server = Server::start().await;
    let nothing = Listing { id: None, matches: vec![], more: false, waiting: vec![] };
    assert_eq!(listing(server.address()).await, nothing);
    let mut ann = server.waiting_player(named("A\u{202e}nn")).await;
    let mut bob = server.seated_player(named("Bob")).await;
    let id = ann.seated().await.match_id;
    for player in [&mut ann, &mut bob] {
        player.state_where("the first snapshot", |_| true).await;
    }
    let (x, o) = if ann.mark() == Mark::X { (&mut ann, &mut bob) } else { (&mut bob, &mut ann) };
    play_moves(x, o, X_WINS).await;
    x.rematch().await.unwrap();
    o.rematch().await.unwrap();
    o.state_where("the next game", |state| state.game == 2).await;
    let _spectator = server.spectator(&id).await;
    let listed =
        listing_where(&server, "the watched game", |it| it.matches.iter().any(|it| it.spectators == 1)).await;
    let [listed] = &*listed.matches else { panic!("one match in {listed:?}") };
    assert_eq!((&listed.match_id, listed.game, listed.ply), (&id, 2, 0));
    assert_eq!((listed.score.x, listed.score.o, listed.score.draws), (0, 1, 0), "the marks are swapped");
    let mut names = [listed.players.x.name.as_str(), listed.players.o.name.as_str()];
    names.sort_unstable();
    assert_eq!(names, ["Ann", "Bob"], "names are cleaned");
}

#[tokio::test]
async fn waiting_players_are_listed_the_oldest_first_and_those_in_rooms_only_by_invitation() {
    let server = Server::start().await;
    let mut ann = Player::joined(server.address(), named("Ann")).await;
    let bot = Join { kind: Some(JoinKind::Bot), ..on(5, 5, 4) };
    let mut bob = Player::joined(server.address(), Join { name: Some("Bob".into()), ..bot }).await;
    let in_room = Join { name: Some("Cid".into()), ..in_room("kitten") };
    let mut hidden = Player::joined(server.address(), in_room).await;
    let words = [ann.waiting().await, bob.waiting().await].map(|waiting| waiting.listed_word.unwrap());
    hidden.waiting().await;
    let listing = listing_where(&server, "both", |it| it.waiting.len() == 2).await;
    let over_socket = ann.list().await.waiting;
    assert!(over_socket.iter().map(|it| &it.word).eq(listing.waiting.iter().map(|it| &it.word)));
    let listed = listing.waiting.iter().map(|it| (it.word.clone(), it.name.to_string(), it.kind, it.rules));
    let [ann_waits, bob_waits] = words;
    assert_eq!(
        listed.collect::<Vec<_>>(),
        [
            (ann_waits, "Ann".to_owned(), PlayerKind::Person, Some(Rules::default())),
            (bob_waits.clone(), "Bob".to_owned(), PlayerKind::Bot, on(5, 5, 4).rules),
        ]
    );
    let invites = async |word: &str| {
        let waiting = invitation(&server, &format!("to=/r/{word}"), "localhost").await.waiting;
        waiting.map(|player| (player.name.to_string(), player.rules))
    };
    assert_eq!(invites("kitten").await, Some(("Cid".to_owned(), None)));
    assert_eq!(invites(bob_waits.as_str()).await, Some(("Bob".to_owned(), on(5, 5, 4).rules)));
    assert_eq!(invites("nowhere").await, None);
    bob.leave().await.unwrap();
    listing_where(&server, "Ann alone", |it| it.waiting.len() == 1).await;
    assert_eq!(invites(bob_waits.as_str()).await, None);
}

#[tokio::test]
async fn the_list_is_compressed_and_always_revalidated() {
    let server = Server::start().await;
    let _player = server.seated_player(against_computer(Level::Easy, MarkPreference::X)).await;
    let plain = listing_where(&server, "the match", |it| it.matches.len() == 1).await;
    let packed = raw::get(server.address(), LISTING_PATH, &[("accept-encoding", "gzip")]).await;
    let told = [("content-encoding", "gzip"), ("vary", "accept-encoding"), ("cache-control", "no-cache")];
    assert_told(&packed, &told.map(|(name, value)| (name, Some(value))));
    assert_eq!(serde_json::from_slice::<Listing>(&unpacked(&packed)).expect("a list"), plain);
}

async fn invitation(server: &Server, query: &str, host: &str) -> Invitation {
    forwarded_invitation(server, query, host, "http").await
}

/// The invitation that a client gets through a proxy that it has reached by this scheme.
async fn forwarded_invitation(server: &Server, query: &str, host: &str, scheme: &str) -> Invitation {
    let (path, forwarded) = (format!("{INVITATION_PATH}?{query}"), ("x-forwarded-proto", scheme));
    let response = raw::get(server.address(), &path, &[("host", host), forwarded]).await;
    assert_eq!(response.status, 200, "{response:?}");
    let told = [("content-type", Some("application/json")), ("cache-control", Some("no-store"))];
    assert_told(&response, &told);
    serde_json::from_str(&response.body).unwrap_or_else(|error| panic!("{error} in {response:?}"))
}

#[tokio::test]
async fn an_invitation_has_the_requested_url_and_qr_code() {
    let server = Server::start().await;
    for (query, url) in [
        ("to=/", "http://192.168.1.23:7878/"),
        ("to=%2Fr%2FKitten", "http://192.168.1.23:7878/r/kitten"),
        ("to=/watch/k3v9d7qpx2ma", "https://192.168.1.23:7878/watch/k3v9d7qpx2ma"),
        ("to=/r/%D0%9A%D0%BE%D1%82", "http://192.168.1.23:7878/r/%D0%BA%D0%BE%D1%82"),
        ("to=%2Fr%2F%25D0%259A%25D0%25BE%25D1%2582", "http://192.168.1.23:7878/r/%D0%BA%D0%BE%D1%82"),
    ] {
        let scheme = if url.starts_with("https") { "https" } else { "http" };
        let invitation = forwarded_invitation(&server, query, "192.168.1.23:7878", scheme).await;
        assert_eq!((&*invitation.url, invitation.reach), (url, Reach::Network), "{query}");
        assert_eq!(invitation.qr, Code::for_url(url).map(|code| code.svg()), "{query}");
    }
}

#[tokio::test]
async fn an_invalid_invitation_request_is_refused_with_the_correct_form() {
    let server = Server::start().await;
    for (query, word) in [
        ("", "to=/r/ROOM"),
        ("to=/bots", "to=/r/ROOM"),
        ("to=/&to=/r/kitten", "to=/r/ROOM"),
        ("to=/r/two%20words", "use letters"),
        ("to=/r/", "at least one letter"),
        ("to=/watch/nothing", "to=/watch/"),
    ] {
        let path = format!("{INVITATION_PATH}?{query}");
        let response = raw::get(server.address(), &path, &[]).await;
        assert_eq!(response.status, 400, "{query}");
        assert!(response.body.contains(word) && response.body.ends_with(".\n"), "{response:?}");
    }
}

#[tokio::test]
async fn http_responses_do_not_echo_hostile_request_text() {
    let server = Server::start().await;
    for text in [
        "Eve\u{4}\u{1b}[2J",
        "Eve\u{202e}evE\u{2069}",
        "\u{200b}Eve\u{85}\u{feff}",
        "<script>alert(1)</script>",
        "Eve\r\nx: y",
    ] {
        let path = text.bytes().fold(String::new(), |path, byte| path + &format!("%{byte:02x}"));
        let response = raw::get(server.address(), &format!("/{path}?{path}"), &[("x-name", &path)]).await;
        for part in [response.head.replace('\r', ""), response.body] {
            let is_harmful = |c: char| {
                c.is_control() && c != '\n'
                    || matches!(c, '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
            };
            assert!(
                !part.contains(is_harmful) && !part.contains("<script>alert") && !part.contains("\nx: y"),
                "{part}"
            );
        }
    }
}

#[tokio::test]
async fn an_answer_of_the_api_keeps_the_connection_open_even_when_there_is_no_such_match() {
    let server = Server::start().await;
    let mut stream = raw::connect(server.address()).await;
    for path in ["/api/matches/k3v9d7qpx2ma", "/api/arenas/nowhere", "/api/matches/k3v9d7qpx2ma"] {
        assert_eq!(raw::ask(&mut stream, &raw::head(path, &[])).await.status, 404);
    }
}
