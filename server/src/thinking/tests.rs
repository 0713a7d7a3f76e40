//! The pool with its threads: thoughts that wait, run, stop and break down.

use std::future::Future;
use std::pin::Pin;
use std::sync::mpsc;
use std::task::{Context, Waker};
use std::thread::yield_now;
use std::time::{Duration, Instant};

use super::*;

/// Long enough for a loaded machine; whoever waits longer waits in vain.
const DEADLINE: Duration = Duration::from_secs(30);

fn pool(threads: usize) -> Thinking {
    Thinking::start(settings::Thinking { threads, nodes: 64_000, hints: 8, reviews: 8 })
}

fn id(number: usize) -> MatchId {
    MatchId::parse(&format!("{number:012}")).unwrap()
}

fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < DEADLINE, "waited in vain: {what}");
        yield_now();
    }
}

/// A future that somebody has begun to wait for.
fn begun<'a, T>(future: impl Future<Output = T> + 'a) -> Pin<Box<dyn Future<Output = T> + 'a>> {
    let mut future = Box::pin(future);
    assert!(future.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    future
}

/// Work that says when it begins and goes on until it is told to stop.
fn endless() -> (impl FnOnce(&mut Search, Budget<'_>) + Send + 'static, mpsc::Receiver<()>) {
    let (began, begins) = mpsc::channel();
    let work = move |_: &mut Search, budget: Budget<'_>| {
        began.send(()).unwrap();
        while !budget.control.is_stopped() {
            yield_now();
        }
    };
    (work, begins)
}

#[tokio::test]
async fn a_thought_alone_gets_the_whole_budget() {
    assert_eq!(pool(1).of_a_move(|_, budget| budget.nodes).await, Ok(64_000));
}

#[tokio::test]
async fn a_thought_in_a_crowd_gets_its_share() {
    let thinking = pool(1);
    let (work, begins) = endless();
    let first = begun(thinking.of_a_move(work));
    begins.recv_timeout(DEADLINE).unwrap();
    let crowd: Vec<_> = (0..4).map(|_| begun(thinking.of_a_move(|_, budget| budget.nodes))).collect();
    drop(first);
    let mut shares = Vec::new();
    for thought in crowd {
        shares.push(thought.await.unwrap());
    }
    assert_eq!(shares, [16_000, 21_333, 32_000, 64_000]);
}

#[tokio::test]
async fn whoever_no_longer_waits_stops_the_search() {
    let thinking = pool(1);
    let (work, begins) = endless();
    let waiting = begun(thinking.of_a_move(work));
    begins.recv_timeout(DEADLINE).unwrap();
    assert!(!thinking.pool.is_idle());
    drop(waiting);
    wait_until("the pool to be idle", || thinking.pool.is_idle());
    assert_eq!(thinking.of_a_move(|_, _| "next").await, Ok("next"));
}

#[tokio::test]
async fn whoever_no_longer_waits_is_not_thought_about() {
    let thinking = pool(0);
    let (work, begins) = endless();
    let waiting = begun(thinking.of_a_move(work));
    assert!(!thinking.pool.is_idle());
    drop(waiting);
    assert!(thinking.pool.is_idle());
    assert_eq!(begins.recv(), Err(mpsc::RecvError), "the work is gone");
}

#[tokio::test]
async fn a_search_that_breaks_down_is_lost_and_the_thread_goes_on() {
    let thinking = pool(1);
    for _ in 0..3 {
        assert_eq!(
            thinking.of_a_move(|_, _| panic!("as a test wants it")).await,
            Err::<(), _>(Unanswered::Lost)
        );
    }
    assert_eq!(thinking.of_a_move(|_, _| 7).await, Ok(7));
}

#[tokio::test]
async fn a_question_too_many_is_refused_and_a_place_is_free_again_when_it_is_let_go() {
    let thinking = pool(0);
    let places: Vec<_> =
        (0..8).map(|number| thinking.place(&id(number), Question::Review).unwrap()).collect();
    assert_eq!(thinking.place(&id(8), Question::Review).err(), Some(Unanswered::Busy));
    assert!(thinking.place(&id(8), Question::Hint).is_ok(), "there is room for the other kind");
    drop(places);
    assert!(thinking.place(&id(8), Question::Review).is_ok());
}

#[tokio::test]
async fn a_second_question_of_a_kind_about_a_match_is_refused() {
    let thinking = pool(0);
    let _hint = thinking.place(&id(1), Question::Hint).unwrap();
    assert_eq!(thinking.place(&id(1), Question::Hint).err(), Some(Unanswered::Busy));
    assert!(thinking.place(&id(1), Question::Review).is_ok());
}

#[tokio::test]
async fn a_review_between_two_positions_lets_a_move_go_first() {
    let thinking = pool(1);
    let (work, begins) = endless();
    let running = begun(thinking.of_a_move(work));
    begins.recv_timeout(DEADLINE).unwrap();
    let (say, said) = mpsc::channel();
    let [of_review, of_move] = [say.clone(), say];
    let mut place = thinking.place(&id(1), Question::Review).unwrap();
    let review = begun(place.think(move |_, _| of_review.send("review").unwrap()));
    let next = begun(thinking.of_a_move(move |_, _| of_move.send("move").unwrap()));
    drop(running);
    next.await.unwrap();
    review.await.unwrap();
    assert_eq!(said.into_iter().collect::<Vec<_>>(), ["move", "review"]);
}

#[tokio::test]
async fn closing_ends_the_threads_and_all_that_waits() {
    let thinking = pool(2);
    let (works, begins): (Vec<_>, Vec<_>) = (0..3).map(|_| endless()).unzip();
    let thoughts: Vec<_> = works.into_iter().map(|work| begun(thinking.of_a_move(work))).collect();
    for begins in &begins[..2] {
        begins.recv_timeout(DEADLINE).unwrap();
    }
    thinking.close();
    let mut ends = Vec::new();
    for thought in thoughts {
        ends.push(thought.await);
    }
    assert_eq!(ends[2], Err(Unanswered::Lost));
    let holders = thinking.pool.holders();
    wait_until("the threads to end", || holders() == 1);
    assert_eq!(thinking.of_a_move(|_, _| 7).await, Err(Unanswered::Lost), "nothing is handed in any more");
}

#[tokio::test]
async fn the_threads_end_with_the_last_who_could_ask() {
    let thinking = pool(2);
    let holders = thinking.pool.holders();
    drop(thinking);
    wait_until("the threads to end", || holders() == 0);
}

#[tokio::test]
async fn what_takes_no_thought_needs_no_thread() {
    let thinking = pool(0);
    assert_eq!(thinking.at_once(|_, budget| budget.nodes), 64_000);
}
