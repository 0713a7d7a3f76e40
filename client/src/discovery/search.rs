//! A search: what is heard from the network and what comes of each call, told to the lookout.

#[cfg(test)]
mod tests;

use std::time::Instant;

use futures::StreamExt;
use futures::stream::{self, BoxStream, FuturesUnordered};
use tictactoe_lan::mdns::{Browser, BrowserEvent};
use tokio::time::sleep_until;

use super::call::{self, Answer};
use super::lookout::{Call, CallId, Lookout};
use super::sighting::Sighting;
use super::{Aim, FoundServer};
use crate::address::{Address, DEFAULT_ADDRESS, Destination};
use crate::exit::Failure;
use crate::log;

/// Why nothing can be heard where there is multicast DNS.
const DEAF: &str = "no network card is up, or another program keeps port 5353 to itself";

/// Looks for servers on the network and on this machine. At most two seconds later it gives those that have
/// answered, by name: at least one. That the network cannot be searched is no failure as long as somebody answers.
pub(crate) async fn search(aim: Aim) -> Result<Vec<FoundServer>, Failure> {
    let here = Destination::parse(DEFAULT_ADDRESS)?.address;
    look(aim, here, Browser::start().map(news).map_err(|error| error.to_string())).await
}

/// Everything that a browser hears.
fn news(browser: Browser) -> BoxStream<'static, BrowserEvent> {
    stream::unfold(browser, async |mut browser| Some((browser.next().await?, browser))).boxed()
}

/// Looks for servers: what is heard from the network, or why nothing can be heard.
async fn look(
    aim: Aim,
    here: Address,
    network: Result<BoxStream<'static, BrowserEvent>, String>,
) -> Result<Vec<FoundServer>, Failure> {
    let (mut lookout, first) = Lookout::new(aim, Instant::now(), here);
    let mut calls = FuturesUnordered::from_iter(first.map(make));
    let mut news = network.unwrap_or_else(|why| {
        deafen(&mut lookout, why);
        stream::empty().boxed()
    });
    loop {
        tokio::select! {
            () = sleep_until(lookout.ends_at().into()) => return lookout.end(),
            Some((id, result)) = calls.next() => lookout.called(Instant::now(), id, result),
            heard = news.next(), if !lookout.is_deaf() => match heard {
                Some(BrowserEvent::Found(found)) => {
                    let sighting = Sighting::new(found);
                    log::announced(&sighting.id, &sighting.name, &sighting.places);
                    calls.extend(lookout.sighted(Instant::now(), sighting).map(make));
                }
                Some(BrowserEvent::Removed(id)) => {
                    log::withdrawn(&id);
                    lookout.gone(&id);
                }
                Some(BrowserEvent::Unavailable) => deafen(&mut lookout, DEAF.to_owned()),
                None => deafen(&mut lookout, "it fell silent".to_owned()),
            },
        }
    }
}

fn deafen(lookout: &mut Lookout, why: String) {
    log::discovery_unavailable(&why);
    lookout.deafen(why);
}

/// Makes a call.
async fn make(call: Call) -> (CallId, Result<Answer, Failure>) {
    let result = call::call(call.places.clone()).await;
    log::probed(&call.places, result.as_ref().map(|answer| &answer.address));
    (call.id, result)
}
