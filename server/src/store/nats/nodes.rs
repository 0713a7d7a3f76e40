//! The other servers that share the stream: which of them run, and questions to them.

use std::collections::BTreeMap;
use std::time::Duration;

use async_nats::connection::State;
use bytes::Bytes;
use tokio::sync::{oneshot, watch};
use tokio::time::timeout;

use super::super::{Asked, Entry, Key, Members, NodeId};
use super::Shared;
use super::lease::Running;
use crate::timestamp::Timestamp;

/// The kind of the keys of leases.
pub(super) const LEASE: &str = "node";

/// A server that has not renewed its lease while this one has done so as often is gone.
const MAX_MISSED: u32 = 5;

/// A question that is not answered in this time is answered by no one.
const ANSWER_TIME: Duration = Duration::from_millis(300);

/// Which servers run, by the leases that the stream stores, in its order. Only this server's own renewals count the
/// time: while the stream stores nothing, no server is taken for gone.
pub(super) struct Nodes {
    own: NodeId,
    leases: BTreeMap<NodeId, Lease>,
    members: watch::Sender<Members>,
}

struct Lease {
    url: Option<String>,
    /// The renewals of this server's lease since that of this one.
    missed: u32,
}

impl Nodes {
    pub(super) fn new(own: NodeId, Running { since, nodes: others, now }: Running) -> Self {
        let held = |(node, url): (&NodeId, &Option<String>)| (*node, Lease { url: url.clone(), missed: 0 });
        let leases = others.iter().map(held).collect();
        let members = Members { own, others, others_gone_at: now, service_since: since, is_cut_off: false };
        Self { own, leases, members: watch::Sender::new(members) }
    }

    pub(super) fn subscribe(&self) -> watch::Receiver<Members> {
        self.members.subscribe()
    }

    /// The service was interrupted before this time.
    pub(super) fn interrupted(&self, until: Timestamp) {
        self.members.send_if_modified(|members| {
            let is_new = members.service_since < until;
            members.service_since = members.service_since.max(until);
            is_new
        });
    }

    pub(super) fn set_cut_off(&self, is_cut_off: bool) {
        self.members
            .send_if_modified(|members| std::mem::replace(&mut members.is_cut_off, is_cut_off) != is_cut_off);
    }

    pub(super) fn renewed(&mut self, node: NodeId, url: Option<String>, is_last: bool, now: Timestamp) {
        if node == self.own {
            self.leases.values_mut().for_each(|lease| lease.missed += 1);
        } else if is_last {
            self.leases.remove(&node);
        } else {
            self.leases.insert(node, Lease { url, missed: 0 });
        }
        self.leases.retain(|_, lease| lease.missed < MAX_MISSED);
        let others: BTreeMap<_, _> =
            self.leases.iter().map(|(node, lease)| (*node, lease.url.clone())).collect();
        self.members.send_if_modified(|members| {
            if members.others.keys().any(|node| !others.contains_key(node)) {
                members.others_gone_at = now;
            }
            let has_changed = members.others != others;
            members.others = others;
            has_changed
        });
    }
}

/// Where players reach a server, by the value of its lease.
pub(super) fn url_of(lease: &Entry) -> Option<String> {
    String::from_utf8(lease.value.to_bytes().to_vec()).ok().filter(|url| !url.is_empty())
}

/// The server whose lease this is.
pub(super) fn holder_of(lease: &Key) -> Option<NodeId> {
    lease.as_str().strip_prefix(LEASE)?.strip_prefix('.')?.parse().ok()
}

impl Shared {
    pub(super) async fn ask(&self, node: NodeId, question: Bytes) -> Option<Bytes> {
        // It would be sent much later.
        if self.client.connection_state() != State::Connected {
            return None;
        }
        let request = self.client.request(self.subjects.questions(node), question);
        let answer = timeout(ANSWER_TIME, request).await.ok()?;
        answer.ok().map(|answer| answer.payload)
    }

    /// The next question to this server.
    pub(super) async fn asked(&self) -> Asked {
        loop {
            let message = self.questions.lock().await.next().await;
            let Some(reply) = message.reply else { continue };
            let (answer, answered) = oneshot::channel();
            let client = self.client.clone();
            tokio::spawn(async move {
                if let Ok(answer) = answered.await {
                    // Whoever asked does not wait for long anyway.
                    let _ = client.publish(reply, answer).await;
                }
            });
            return Asked { question: message.payload, answer };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_server_is_gone_after_five_renewals_of_this_one_without_its_own() {
        let at = Timestamp::from_millis;
        let (own, other, third) = (NodeId::generate(), NodeId::generate(), NodeId::generate());
        let mut nodes = Nodes::new(own, Running { since: at(0), nodes: [(other, None)].into(), now: at(0) });
        let seen = |nodes: &Nodes| {
            let members = nodes.subscribe().borrow().clone();
            (members.others.into_keys().collect::<BTreeSet<_>>(), members.others_gone_at)
        };
        for renewal in 1..MAX_MISSED {
            nodes.renewed(own, None, false, at(renewal.into()));
        }
        nodes.renewed(other, None, false, at(10));
        nodes.renewed(third, None, false, at(11));
        for renewal in 1..MAX_MISSED {
            nodes.renewed(own, None, false, at(20 + u64::from(renewal)));
        }
        assert_eq!(seen(&nodes), ([other, third].into(), at(0)));
        nodes.renewed(third, None, false, at(30));
        nodes.renewed(own, None, false, at(31));
        assert_eq!(seen(&nodes), ([third].into(), at(31)));
        nodes.renewed(third, None, true, at(40));
        assert_eq!(seen(&nodes), ([].into(), at(40)));
    }
}
