//! How deciding on moves and committing them scales with threads: each plays matches of its own on one store in memory,
//! without sockets. Independent matches must not wait for each other.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use futures::executor::block_on;
use mimalloc::MiMalloc;
use tictactoe_engine::Rules;
use tictactoe_server::record::{BySeat, Decision, Holder, Record, SeatId, Seats, Setup, Timestamp};
use tictactoe_server::store::{Key, MemoryStore, Revision, Store, Write};

/// As in the server.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

criterion_group!(commits, moves);
criterion_main!(commits);

/// Nine moves, and the first record.
const COMMITS: usize = 10;

const MATCHES_PER_THREAD: usize = 1000;

fn moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("moves decided and committed in memory");
    for threads in [1, 2] {
        group.throughput(Throughput::Elements((threads * MATCHES_PER_THREAD * COMMITS) as u64));
        group.bench_function(BenchmarkId::new("threads", threads), |bencher| {
            let store = MemoryStore::new();
            bencher.iter(|| {
                thread::scope(|scope| {
                    for thread in 0..threads {
                        let store = &store;
                        scope.spawn(move || {
                            for number in 0..MATCHES_PER_THREAD {
                                block_on(play(store, &Key::new("match", &format!("{thread}-{number}"))));
                            }
                        });
                    }
                });
            });
        });
    }
}

/// Plays a drawn game at one keyboard, watched, as a match is. Without a clock, time means nothing to it.
async fn play(store: &MemoryStore, key: &Key) {
    let seat = |name: &str| (name.to_owned(), Holder::Hotseat);
    let setup = Setup {
        rules: Rules::CLASSIC,
        best_of: None,
        room: None,
        move_time: None,
        first_move_time: None,
        seats: BySeat { host: seat("Ann"), guest: seat("Bob") },
        x: SeatId::Host,
    };
    let mut record = Arc::new(Record::start(setup, Timestamp::ZERO));
    let mut watch = store.watch(key).await.expect("a store in memory");
    let mut expected = store.get(key).await.expect("a store in memory").map(|entry| entry.revision);
    expected = Some(commit(store, key, expected, &record).await);
    for cell in [4, 0, 8, 2, 1, 7, 6, 3, 5] {
        let decision = record.play(Seats::Both, cell, None, Timestamp::ZERO).expect("a legal move");
        let Decision::Changed(next) = decision else { panic!("a move changes the record") };
        record = Arc::new(*next);
        expected = Some(commit(store, key, expected, &record).await);
        let newest = watch.borrow_and_update().clone().expect("an entry");
        assert_eq!(Some(newest.revision), expected);
    }
    assert!(record.is_over());
}

async fn commit(
    store: &MemoryStore,
    key: &Key,
    expected: Option<Revision>,
    record: &Arc<Record>,
) -> Revision {
    let (value, ttl) = (Arc::clone(record).into(), Duration::from_secs(3600));
    let write = Write { expected, value, ttl, history: None, held: None };
    store.commit(key, write).await.expect("nobody else writes this key")
}
