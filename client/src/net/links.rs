//! The connections of one run: one, or two when two people share the keyboard; and the calls that make a lost
//! one again.

use std::fmt;
use std::future::pending;
use std::pin::Pin;
use std::time::Duration;

use tictactoe_protocol::client::{ClientFrame, ClientMessage, Empty};
use tokio::time::timeout;

use crate::address::Address;
use crate::exit::Failure;
use crate::log::{self, Direction};
use crate::mode::LinkId;
use crate::net::socket::Link;

/// How long a run that is stopped takes to say so.
const DEPART_TIME: Duration = Duration::from_millis(500);

/// One connection, or two.
#[derive(Debug)]
pub(crate) struct Links {
    address: Address,
    wanted: &'static [LinkId],
    first: Slot,
    second: Slot,
}

/// What happens to a connection.
#[derive(Debug)]
pub(crate) enum News {
    /// A text frame came.
    Text(String),
    /// A connection that was called for stands.
    Stands,
    /// It is gone, or did not come to stand.
    Gone(Failure),
}

type Call = Pin<Box<dyn Future<Output = Result<Link, Failure>> + Send>>;

enum Slot {
    Open(Box<Link>),
    Calling(Call),
    Empty,
}

impl Links {
    /// Calls the server as often as `wanted` says.
    pub(crate) async fn open(address: Address, wanted: &'static [LinkId]) -> Result<Self, Failure> {
        let first = Slot::Open(Box::new(reach(&address).await?));
        let second = if wanted.contains(&LinkId::Second) {
            Slot::Open(Box::new(reach(&address).await?))
        } else {
            Slot::Empty
        };
        Ok(Self { address, wanted, first, second })
    }

    /// Whether all of them stand.
    pub(crate) fn stand(&self) -> bool {
        let stands = |link: &LinkId| match link {
            LinkId::First => matches!(self.first, Slot::Open(_)),
            LinkId::Second => matches!(self.second, Slot::Open(_)),
        };
        self.wanted.iter().all(stands)
    }

    /// Where the server is.
    pub(crate) const fn address(&self) -> &Address {
        &self.address
    }

    /// Begins to make a connection again. What comes of it is [`Links::next`]'s to say.
    pub(crate) fn call(&mut self, link: LinkId) {
        let address = self.address.clone();
        *self.slot(link) = Slot::Calling(Box::pin(async move { reach(&address).await }));
    }

    /// Lets go of a connection.
    pub(crate) fn hang_up(&mut self, link: LinkId) {
        *self.slot(link) = Slot::Empty;
    }

    /// What happens next, and to which connection. It may be dropped and called again: nothing is lost.
    pub(crate) async fn next(&mut self) -> (LinkId, News) {
        let (link, news) = tokio::select! {
            news = self.first.next() => (LinkId::First, news),
            news = self.second.next() => (LinkId::Second, news),
        };
        match &news {
            News::Text(text) => log::frame(Direction::Received, text),
            News::Stands => {}
            News::Gone(failure) => log::disconnected(failure),
        }
        (link, news)
    }

    /// Sends a frame, if there is a connection; that there is none, [`Links::next`] says or has said.
    pub(crate) async fn send(&mut self, link: LinkId, text: String) {
        if let Slot::Open(open) = self.slot(link) {
            log::frame(Direction::Sent, &text);
            open.send(text).await;
        }
    }

    /// Closes what is open.
    pub(crate) async fn close(self) {
        tokio::join!(self.first.close(), self.second.close());
    }

    /// Leaves in a hurry: says so, so that nobody waits for this player, and does not wait for the answer.
    pub(crate) async fn depart(mut self) {
        let goodbye = async {
            for link in [LinkId::First, LinkId::Second] {
                self.send(link, ClientFrame::from(ClientMessage::Leave(Empty {})).to_json()).await;
            }
            self.close().await;
        };
        timeout(DEPART_TIME, goodbye).await.ok();
    }

    const fn slot(&mut self, link: LinkId) -> &mut Slot {
        match link {
            LinkId::First => &mut self.first,
            LinkId::Second => &mut self.second,
        }
    }
}

/// Calls the server, and writes down what comes of it.
async fn reach(address: &Address) -> Result<Link, Failure> {
    log::connecting(address);
    let open = Link::open(address).await?;
    log::connected();
    Ok(open)
}

impl Slot {
    async fn next(&mut self) -> News {
        let news = match self {
            Self::Open(link) => match link.next().await {
                Ok(text) => return News::Text(text),
                Err(failure) => News::Gone(failure),
            },
            Self::Calling(call) => match call.await {
                Ok(link) => {
                    *self = Self::Open(Box::new(link));
                    return News::Stands;
                }
                Err(failure) => News::Gone(failure),
            },
            Self::Empty => pending().await,
        };
        *self = Self::Empty;
        news
    }

    async fn close(self) {
        if let Self::Open(link) = self {
            link.close().await;
        }
    }
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open(_) => "Open",
            Self::Calling(_) => "Calling",
            Self::Empty => "Empty",
        })
    }
}
