//! Several nodes in one process, on one store.

use std::collections::{BTreeMap, HashMap};
use std::future::pending;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{sleep, timeout};

use super::super::{Asked, Peers};

use tictactoe_server::store::{
    Clock, CommitError, Entry, Key, Members, MemoryStore, NodeId, Revision, Store, Unavailable, Watch, Write,
};

/// How long a node waits for an answer.
const ANSWER_TIME: Duration = Duration::from_millis(300);

type Inboxes = Mutex<HashMap<NodeId, mpsc::UnboundedSender<Asked>>>;

/// The store as one node sees it. The node may end at any step.
pub(super) struct Node {
    pub(super) own: NodeId,
    store: Arc<MemoryStore>,
    members: watch::Sender<Members>,
    inboxes: Arc<Inboxes>,
    inbox: tokio::sync::Mutex<mpsc::UnboundedReceiver<Asked>>,
    /// The steps until its end.
    steps_left: watch::Sender<Option<u32>>,
    /// A fault that occurs once, after this many operations without it.
    fault: Mutex<Option<(NodeFault, u32)>>,
    /// Nothing can be read any more.
    pub(super) is_gone: AtomicBool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeFault {
    /// The answer of another node is lost.
    AnswerLost,
    /// Another node gets a question this much later.
    QuestionLate(Duration),
    /// A write is refused.
    Unavailable,
    /// The outcome of a write is unknown, and it was made after this time; never without one.
    Unknown(Option<Duration>),
}

impl Node {
    /// Nodes that know each other.
    pub(super) fn start_all<const N: usize>() -> [Arc<Self>; N] {
        let (store, inboxes) = (Arc::new(MemoryStore::new()), Arc::new(Inboxes::default()));
        let nodes = [(); N].map(|()| {
            let (sender, inbox) = mpsc::unbounded_channel();
            let others_gone_at = store.clock().now();
            let (own, others) = (NodeId::generate(), BTreeMap::new());
            let service_since = others_gone_at;
            let members = Members { own, others, others_gone_at, service_since, is_cut_off: false };
            inboxes.lock().unwrap().insert(members.own, sender);
            Arc::new(Self {
                own: members.own,
                store: Arc::clone(&store),
                members: watch::Sender::new(members),
                inboxes: Arc::clone(&inboxes),
                inbox: tokio::sync::Mutex::new(inbox),
                steps_left: watch::Sender::new(None),
                fault: Mutex::default(),
                is_gone: AtomicBool::new(false),
            })
        });
        for node in &nodes {
            nodes.iter().filter(|other| other.own != node.own).for_each(|other| node.hears_of(other.own));
        }
        nodes
    }

    pub(super) fn hears_of(&self, node: NodeId) {
        self.members.send_modify(|members| {
            members.others.insert(node, None);
        });
    }

    pub(super) fn loses(&self, node: NodeId) {
        let now = self.store.clock().now();
        self.members.send_modify(|members| {
            members.others.remove(&node);
            members.others_gone_at = now;
        });
    }

    pub(super) fn end_after(&self, steps: u32) {
        self.steps_left.send_replace(Some(steps));
    }

    pub(super) fn fail_after(&self, times: u32, fault: NodeFault) {
        *self.fault.lock().unwrap() = Some((fault, times));
    }

    fn take_fault(&self, is_due: impl Fn(NodeFault) -> bool) -> Option<NodeFault> {
        let mut fault = self.fault.lock().unwrap();
        let (_, left) = fault.as_mut().filter(|(fault, _)| is_due(*fault))?;
        let is_now = *left == 0;
        *left = left.saturating_sub(1);
        if is_now { fault.take().map(|(fault, _)| fault) } else { None }
    }

    pub(super) async fn ended(&self) {
        let _ = self.steps_left.subscribe().wait_for(|left| *left == Some(0)).await;
    }

    /// Runs before and after each operation of the node. After the node's end, it never returns.
    async fn step(&self) {
        self.steps_left.send_if_modified(|left| match left {
            Some(steps @ 1..) => {
                *steps -= 1;
                *steps == 0
            }
            _ => false,
        });
        if *self.steps_left.borrow() == Some(0) {
            pending::<()>().await;
        }
    }
}

#[async_trait]
impl Store for Node {
    async fn get(&self, key: &Key) -> Result<Option<Entry>, Unavailable> {
        self.step().await;
        if self.is_gone.load(Ordering::SeqCst) {
            return Err(Unavailable("gone".into()));
        }
        self.store.get(key).await
    }

    async fn commit(&self, key: &Key, write: Write) -> Result<Revision, CommitError> {
        self.step().await;
        let made_after =
            match self.take_fault(|it| matches!(it, NodeFault::Unavailable | NodeFault::Unknown(_))) {
                Some(NodeFault::Unknown(made_after)) => made_after,
                Some(_) => return Err(Unavailable("cut off".into()).into()),
                None => {
                    let committed = self.store.commit(key, write).await;
                    self.step().await;
                    return committed;
                }
            };
        match made_after {
            Some(Duration::ZERO) => drop(self.store.commit(key, write).await),
            Some(late) => {
                let (store, key) = (Arc::clone(&self.store), key.clone());
                tokio::spawn(async move {
                    sleep(late).await;
                    store.commit(&key, write).await
                });
            }
            None => {}
        }
        Err(CommitError::Unknown("the answer is lost".into()))
    }

    async fn watch(&self, key: &Key) -> Result<Watch, Unavailable> {
        self.step().await;
        self.store.watch(key).await
    }

    async fn history(&self, key: &Key, limit: usize) -> Result<Vec<Bytes>, Unavailable> {
        self.store.history(key, limit).await
    }

    async fn history_entry(&self, key: &Key, number: u32) -> Result<Option<Bytes>, Unavailable> {
        self.store.history_entry(key, number).await
    }

    fn count(&self) -> usize {
        self.store.count()
    }

    fn clock(&self) -> Arc<dyn Clock> {
        self.store.clock()
    }

    fn members(&self) -> watch::Receiver<Members> {
        self.members.subscribe()
    }
}

#[async_trait]
impl Peers for Node {
    async fn ask(&self, node: NodeId, question: Bytes) -> Option<Bytes> {
        self.step().await;
        let inbox = self.inboxes.lock().unwrap().get(&node).cloned()?;
        let (answer, answered) = oneshot::channel();
        let is_late = |fault| matches!(fault, NodeFault::QuestionLate(_));
        if let Some(NodeFault::QuestionLate(late)) = self.take_fault(is_late) {
            tokio::spawn(async move {
                sleep(late).await;
                inbox.send(Asked { question, answer })
            });
            sleep(ANSWER_TIME).await;
            return None;
        }
        inbox.send(Asked { question, answer }).ok()?;
        let answer = timeout(ANSWER_TIME, answered).await.ok()?.ok();
        self.step().await;
        answer.filter(|_| self.take_fault(|fault| fault == NodeFault::AnswerLost).is_none())
    }

    async fn asked(&self) -> Asked {
        let asked = self.inbox.lock().await.recv().await;
        self.step().await;
        match asked {
            Some(asked) => asked,
            None => pending().await,
        }
    }
}
