//! Whether the server still knows all that was shown.

use std::net::SocketAddr;
use std::time::Duration;

use tictactoe_protocol::refusal::Code;

use crate::journal::{Journal, Watermark};
use harness::player::Player;
use harness::wait::in_time;
use tictactoe_protocol::values::MatchId;
use tokio::time::sleep;

/// The matches per connection, below the message limit.
const AT_ONCE: usize = 30;

/// Panics if a match is gone, or has gone back.
pub async fn audit(server: SocketAddr, journal: &Journal, watermarks: Vec<(MatchId, Watermark)>) {
    for watermarks in watermarks.chunks(AT_ONCE) {
        let mut auditor = Player::connect(server).await;
        for (id, watermark) in watermarks {
            audit_match(&mut auditor, journal, id, watermark).await;
        }
    }
}

async fn audit_match(auditor: &mut Player, journal: &Journal, id: &MatchId, watermark: &Watermark) {
    let watched = async {
        loop {
            match auditor.watch(id).await {
                // Not a loss.
                Err(refused) if refused.code == Code::Unavailable => sleep(Duration::from_millis(100)).await,
                answer => return answer,
            }
        }
    };
    match in_time("an answer of the store", watched).await {
        Ok(_) => {
            let state = auditor.state_where("the match", |state| state.match_id == *id).await;
            watermark.check(&state);
            journal.record_state(&state);
        }
        Err(refused) if refused.code == Code::NoSuchMatch && watermark.expendable => {}
        Err(refused) => panic!("match {id} was shown up to {watermark:?}, and is now refused: {refused:?}"),
    }
}
