//! Whether the server still knows all that was told.

use std::net::SocketAddr;

use tictactoe_protocol::refusal::Code;

use crate::journal::{Floor, Journal};
use crate::player::Player;
use tictactoe_protocol::values::MatchId;

/// So many matches are looked at on one connection: more would be too many messages at once.
const AT_ONCE: usize = 30;

/// Looks at these matches of the journal. Fails when one is gone, or is not where it was.
pub async fn audit(server: SocketAddr, journal: &Journal, floors: Vec<(MatchId, Floor)>) {
    for floors in floors.chunks(AT_ONCE) {
        let mut auditor = Player::connect(server).await;
        for (id, floor) in floors {
            audit_match(&mut auditor, journal, id, floor).await;
        }
    }
}

async fn audit_match(auditor: &mut Player, journal: &Journal, id: &MatchId, floor: &Floor) {
    match auditor.watch(id).await {
        Ok(_) => {
            let state = auditor.state_where("the match", |state| state.match_id == *id).await;
            floor.check(&state);
            journal.shown(&state);
        }
        Err(refused) if refused.code == Code::NoSuchMatch && floor.let_go => {}
        Err(refused) => panic!("match {id} was shown up to {floor:?}, and is now refused: {refused:?}"),
    }
}
