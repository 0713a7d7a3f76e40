//! A server at an address of the network, where the address of a client is that of its connection.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use harness::player::Player;
use harness::raw::{self, address_on_the_network};
use harness::server::{Server, calm};
use harness::wait::in_time;
use tictactoe_protocol::SOCKET_PATH;

#[tokio::test]
async fn a_full_server_answers_every_client_of_a_proxy() {
    let network = address_on_the_network().expect("these tests need a network, or a route to one");
    let mut settings = calm();
    settings.admission.connections = 1;
    settings.admission.proxies = vec![network.into()];
    let server = Server::at(Ipv4Addr::UNSPECIFIED, Arc::default(), settings).await;
    let address = SocketAddr::new(network, server.address().port());
    let _only = Player::connect(address).await;
    for _ in 0..10 {
        let refused = raw::get(address, "/", &[]).await;
        assert!(refused.status == 503 && refused.body.contains("full"), "{refused:?}");
    }
}

#[tokio::test]
async fn connections_are_limited_per_address() {
    let network = address_on_the_network().expect("these tests need a network, or a route to one");
    let mut settings = calm();
    settings.admission.per_address = 2;
    let server = Server::at(Ipv4Addr::UNSPECIFIED, Arc::default(), settings).await;
    let address = SocketAddr::new(network, server.address().port());
    let (first, _second) = (Player::connect(address).await, Player::connect(address).await);
    let refused = raw::handshake(address, SOCKET_PATH, &[]).await;
    assert_eq!(refused.status, 429);
    assert!(refused.body.contains("Too many connections from your address"), "{}", refused.body);
    assert!(refused.header("retry-after").is_some());
    drop(first);
    in_time("a place", async { while raw::handshake(address, SOCKET_PATH, &[]).await.status != 101 {} })
        .await;
}
