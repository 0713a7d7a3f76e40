//! The pool with its threads: jobs that wait, run, are cancelled and panic.

use std::future::Future;
use std::pin::Pin;
use std::sync::mpsc;
use std::task::{Context, Waker};
use std::thread::yield_now;
use std::time::{Duration, Instant};

use super::*;

/// Long enough for a loaded machine.
const DEADLINE: Duration = Duration::from_secs(30);

fn start(threads: usize) -> SearchPool {
    SearchPool::start(SearchSettings { threads, nodes: 64_000 }, SearchMetrics::default())
}

/// Rules without a tablebase.
fn larger() -> Rules {
    Rules::new(4, 4, 4).unwrap()
}

fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < DEADLINE, "timed out: {what}");
        yield_now();
    }
}

/// Polls a future once.
fn polled<'a, T>(future: impl Future<Output = T> + 'a) -> Pin<Box<dyn Future<Output = T> + 'a>> {
    let mut future = Box::pin(future);
    assert!(future.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    future
}

/// Work that reports its start, and runs until it is cancelled.
fn endless() -> (impl FnOnce(&mut Search, Budget<'_>) + Send + 'static, mpsc::Receiver<()>) {
    let (sender, started) = mpsc::channel();
    let work = move |_: &mut Search, budget: Budget<'_>| {
        sender.send(()).unwrap();
        while !budget.control.is_stopped() {
            yield_now();
        }
    };
    (work, started)
}

/// Occupies a thread until the sender is dropped.
fn occupy(pool: &SearchPool) -> mpsc::Sender<()> {
    let ((began, started), (ends, ended)) = (mpsc::channel(), mpsc::channel::<()>());
    let work = move |_: &mut Search, _: Budget<'_>| {
        began.send(()).unwrap();
        let _ = ended.recv();
    };
    let job = polled(pool.search(None, larger(), Priority::Move, work));
    started.recv_timeout(DEADLINE).unwrap();
    drop(job);
    ends
}

#[tokio::test]
async fn a_single_job_gets_the_whole_budget() {
    assert_eq!(start(1).search(None, larger(), Priority::Move, |_, budget| budget.nodes).await, Some(64_000));
}

#[tokio::test]
async fn one_of_many_jobs_gets_its_share_of_the_budget() {
    let pool = start(1);
    let first = occupy(&pool);
    let submit = |_| polled(pool.search(None, larger(), Priority::Move, |_, budget| budget.nodes));
    let others: Vec<_> = (0..4).map(submit).collect();
    drop(first);
    let mut shares = Vec::new();
    for job in others {
        shares.push(job.await.unwrap());
    }
    assert_eq!(shares, [16_000, 21_333, 32_000, 64_000]);
}

#[tokio::test]
async fn dropping_the_future_removes_a_queued_job() {
    let pool = start(0);
    let (work, started) = endless();
    let job = polled(pool.search(None, larger(), Priority::Move, work));
    assert!(!pool.has_no_queue());
    drop(job);
    assert!(pool.has_no_queue());
    assert_eq!(started.recv(), Err(mpsc::RecvError), "the work was dropped");
}

#[tokio::test]
async fn a_thread_survives_a_search_that_panics() {
    let pool = start(1);
    for _ in 0..3 {
        assert_eq!(
            pool.search(None, larger(), Priority::Move, |_, _| panic!("as the test wants")).await,
            None::<()>
        );
    }
    assert_eq!(pool.search(None, larger(), Priority::Move, |_, _| 7).await, Some(7));
}

#[tokio::test]
async fn closing_ends_the_threads_and_drops_every_job() {
    let pool = start(2);
    let (works, started): (Vec<_>, Vec<_>) = (0..3).map(|_| endless()).unzip();
    let jobs: Vec<_> =
        works.into_iter().map(|work| polled(pool.search(None, larger(), Priority::Move, work))).collect();
    for started in &started[..2] {
        started.recv_timeout(DEADLINE).unwrap();
    }
    pool.close();
    let mut results = Vec::new();
    for job in jobs {
        results.push(job.await);
    }
    assert_eq!(results[2], None);
    let references = pool.reference_count();
    wait_until("the threads end", || references() == 1);
    assert_eq!(
        pool.search(None, larger(), Priority::Move, |_, _| 7).await,
        None,
        "a closed pool accepts no job"
    );
}

#[tokio::test]
async fn dropping_the_pool_ends_the_threads() {
    let pool = start(2);
    let references = pool.reference_count();
    drop(pool);
    wait_until("the threads end", || references() == 0);
}
