//! Runs of one series.

use tictactoe_protocol::client::Join;
use tictactoe_protocol::snapshot::{self as protocol, SeriesResult, Snapshot};
use tictactoe_protocol::values::BestOf;

use super::{LEAVE, REMATCH, seated};
use crate::mode::{InputMode, Mode};
use crate::testing::client::Client;
use crate::testing::snapshots::{snapshot, won};

#[test]
fn a_script_plays_until_its_series_is_decided() {
    let mut client = seated(Client::new(Mode::Join(Join::default()), InputMode::Script));
    let best_of = BestOf::try_from(3).unwrap();
    let after = |result| Snapshot { series: Some(protocol::Series { best_of, result }), ..won() };
    client.see(after(None));
    assert_eq!(client.grant(), REMATCH);
    client.see(Snapshot { game: 2, seq: 50, ..snapshot(&[]) });
    client.see(Snapshot { game: 2, seq: 60, ..after(Some(SeriesResult::X)) });
    assert_eq!(client.grant(), LEAVE);
}
