//! Wins in a row, and runs of one series.

use tictactoe_protocol::client::Join;
use tictactoe_protocol::snapshot::{self as protocol, Reason, SeriesResult, Snapshot};
use tictactoe_protocol::text::Name;
use tictactoe_protocol::values::{BestOf, Mark};

use super::{LEAVE, REMATCH, seated};
use crate::mode::{InputMode, Mode, Series};
use crate::preferences::{Preferences, Streak};
use crate::testing::client::Client;
use crate::testing::snapshots::{ended, for_both, snapshot, won};

#[test]
fn wins_in_a_row_are_counted_for_a_name_until_another_end() {
    let mut client = seated(Client::person());
    let streak = |name: &str, wins| Streak { name: Name::new(name).unwrap(), wins };
    client.app.recall(Preferences { streak: Some(streak("Ann", 2)), ..Preferences::default() });
    let next = |game: u32, end: Snapshot| Snapshot { game, seq: u64::from(game) * 100, ..end };
    let ends = [
        (won(), 3),
        (ended(&[4], Reason::Cancelled, None, &[]), 0),
        (won(), 4),
        (ended(&[4], Reason::Time, Some(Mark::O), &[]), 0),
    ];
    for (game, (end, wins)) in (1..).zip(ends) {
        client.see(next(game, end));
        let said = client.said();
        let is_said = said.contains(&format!(" {wins} wins in a row! "));
        assert_eq!((client.app.streak(), is_said), (wins, wins > 0), "{said}");
    }
    let mut shared = Client::hotseat();
    shared.app.recall(Preferences { streak: Some(streak("Ann", 2)), ..Preferences::default() });
    shared.see(for_both(won()));
    assert!(!shared.said().contains("in a row!"));
    let remembered: Vec<_> = client.remembered.into_iter().map(|kept| kept.streak.unwrap()).collect();
    assert_eq!(remembered, [3, 4, 0].map(|wins| streak("Ann", wins)));
}

#[test]
fn a_script_plays_until_its_series_is_decided() {
    let mut client = seated(Client::new(Mode::Join(Join::default()), Series::Decided, InputMode::Script));
    let best_of = BestOf::try_from(3).unwrap();
    let after = |result| Snapshot { series: Some(protocol::Series { best_of, result }), ..won() };
    client.see(after(None));
    assert_eq!(client.grant(), REMATCH);
    client.see(Snapshot { game: 2, seq: 50, ..snapshot(&[]) });
    client.see(Snapshot { game: 2, seq: 60, ..after(Some(SeriesResult::X)) });
    assert_eq!(client.grant(), LEAVE);
}
