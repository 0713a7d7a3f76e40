//! The connections of one run: one, or two when two people share the keyboard.

use std::time::Duration;

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tokio::time::timeout;

use crate::address::Address;
use crate::errand::LinkId;
use crate::exit::Failure;
use crate::link::Link;

/// How long a run that is stopped takes to say so.
const DEPART_TIME: Duration = Duration::from_millis(500);

/// One connection, or two.
#[derive(Debug)]
pub struct Links {
    first: Link,
    second: Option<Link>,
}

impl Links {
    /// Calls the server as often as `wanted` says.
    ///
    /// # Errors
    /// As [`Link::open`].
    pub async fn open(address: &Address, wanted: &[LinkId]) -> Result<Self, Failure> {
        let first = Link::open(address).await?;
        let second = if wanted.contains(&LinkId::Second) { Some(Link::open(address).await?) } else { None };
        Ok(Self { first, second })
    }

    /// The next frame, and where it came from.
    ///
    /// # Errors
    /// As [`Link::next`].
    pub async fn next(&mut self) -> Result<(LinkId, String), Failure> {
        let Some(second) = &mut self.second else {
            return Ok((LinkId::First, self.first.next().await?));
        };
        tokio::select! {
            text = self.first.next() => Ok((LinkId::First, text?)),
            text = second.next() => Ok((LinkId::Second, text?)),
        }
    }

    /// Sends a frame.
    ///
    /// # Errors
    /// As [`Link::send`].
    pub async fn send(&mut self, link: LinkId, text: String) -> Result<(), Failure> {
        match (link, &mut self.second) {
            (LinkId::Second, Some(second)) => second.send(text).await,
            _ => self.first.send(text).await,
        }
    }

    /// Closes what is open.
    pub async fn close(self) {
        match self.second {
            Some(second) => {
                tokio::join!(self.first.close(), second.close());
            }
            None => self.first.close().await,
        }
    }

    /// Leaves in a hurry: says so, so that nobody waits for this player, and does not wait for the answer.
    pub async fn depart(mut self) {
        let goodbye = async {
            for link in [Some(&mut self.first), self.second.as_mut()].into_iter().flatten() {
                link.send(ClientFrame::from(ClientMessage::Leave(Empty {})).to_json()).await.ok();
            }
            self.close().await;
        };
        timeout(DEPART_TIME, goodbye).await.ok();
    }
}
