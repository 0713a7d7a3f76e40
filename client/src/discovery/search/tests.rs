//! Searches on real sockets: what is heard from the network is given.

use tictactoe_lan::mdns::{AnnouncedServer, AnnouncementId};
use tokio::net::TcpSocket;

use super::*;
use crate::testing::server::{Peer, WELCOME, serve};

fn address(text: &str) -> Address {
    Destination::parse(text).unwrap().address
}

/// A server that greets one client, answers its ping and takes part in the closing.
async fn server() -> Address {
    let greet = async |mut peer: Peer| {
        peer.send(WELCOME).await;
        peer.hear().await;
        peer.send(r#"{"type":"pong"}"#).await;
        peer.see_close().await;
    };
    address(&serve(greet).await)
}

/// Bound and not listening: nobody answers there, and nobody else can take the port while it is held.
fn nobody() -> (TcpSocket, Address) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = address(&socket.local_addr().unwrap().to_string());
    (socket, address)
}

async fn look_without_network(here: &Address) -> Result<Vec<FoundServer>, Failure> {
    look(Aim::Play, here.clone(), Err("there is none".to_owned())).await
}

#[tokio::test]
async fn a_server_of_this_machine_is_found_without_a_network() {
    let here = server().await;
    let found = look_without_network(&here).await.unwrap();
    let [server] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((&server.address, server.name.as_str()), (&here, "this machine"));
    assert_eq!(server.version, "0.1.0");
}

#[tokio::test]
async fn where_nobody_is_the_ways_forward_are_told() {
    let (_held, here) = nobody();
    let failure = look_without_network(&here).await.unwrap_err();
    assert_eq!(failure.code(), 3);
    let expected = format!(
        "No server answers at {here}: Connection refused, and the network cannot be searched (there is none)."
    );
    assert_eq!(failure.to_string(), expected);
    let silence = look(Aim::List, here, Ok(stream::empty().boxed())).await.unwrap_err();
    assert!(silence.to_string().ends_with("(it fell silent)."), "{silence}");
}

#[tokio::test]
async fn something_else_on_the_port_is_no_server() {
    let other = |says: &'static str| serve(async move |mut peer: Peer| peer.send(says).await);
    for says in ["hello", r#"{"type":"pong"}"#, &WELCOME.replace("tictactoe.v1", "tictactoe.v9").leak()[..]] {
        let here = address(&other(says).await);
        look_without_network(&here).await.unwrap_err();
    }
}

#[tokio::test]
async fn of_several_addresses_the_first_that_answers_counts() {
    let (_held, dead) = nobody();
    let alive = server().await;
    let answer = call::call(vec![dead.clone(), alive.clone()]).await.unwrap();
    assert_eq!(answer.address, alive);
    let failure = call::call(vec![dead.clone()]).await.unwrap_err();
    assert!(matches!(failure, Failure::NoServer { .. }), "{failure}");
}

#[tokio::test]
async fn what_was_announced_and_leads_nowhere_is_passed_over() {
    let here = server().await;
    let id = AnnouncementId::from("ghost");
    let ips = vec!["127.0.0.1".parse().unwrap()];
    let found = AnnouncedServer { id: id.clone(), name: "ghost".into(), ips, port: 1 };
    let news = stream::iter([BrowserEvent::Found(found), BrowserEvent::Removed(id)]).boxed();
    let found = look(Aim::List, here.clone(), Ok(news)).await.unwrap();
    assert_eq!(found.into_iter().map(|server| server.address).collect::<Vec<_>>(), [here]);
}
