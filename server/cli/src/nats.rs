//! The store that several servers share.

use anyhow::anyhow;
use tictactoe_nats::{CannotJoin, NatsOptions, NatsStore};

/// Also returns where matches are kept, in words. The second line of an error is advice.
pub(super) async fn join(options: &NatsOptions) -> anyhow::Result<(NatsStore, String)> {
    let joined = NatsStore::join(options).await;
    let store = joined.map_err(|error| anyhow!("{error}\n{}.", advice(&error)))?;
    Ok((store, format!("kept by NATS, in the stream {}", options.stream)))
}

const fn advice(error: &CannotJoin) -> &'static str {
    match error {
        CannotJoin::NoServer(_) => "Start it, or name others with --nats URL,URL",
        CannotJoin::Unusable(..) => "Name another file with --nats-creds FILE or --nats-tls-ca FILE",
        CannotJoin::TooOld(_) => "Install a newer one",
        CannotJoin::NoStream(..) => {
            "Check that JetStream is enabled, and that as many NATS servers run as --nats-replicas says"
        }
        CannotJoin::Foreign(..) => "Choose another name with --nats-stream NAME",
        CannotJoin::TooFewCopies(..) => {
            "Let NATS keep more of them, or allow fewer with --nats-replicas COUNT"
        }
        CannotJoin::OtherFormat(..) => {
            "Start the version that wrote it, or choose another name with --nats-stream NAME"
        }
    }
}
