//! Accidents to a [`Cluster`], and how each is undone.

use harness::program::Signal;
use harness::rng::Rng;

use super::cluster::{COUNT, Cluster, Host};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Accident {
    /// `kill -9`. Undone by a start.
    Kill(Victim),
    /// SIGTERM. Undone by a start.
    Stop(Victim),
    /// SIGUSR2: the NATS server hands over its streams and closes its connections. Undone by a start.
    LameDuck(Role),
    /// SIGSTOP. Undone by SIGCONT.
    Freeze(Victim),
    /// What is sent is lost. Undone by carrying it again.
    Cut(Link),
}

/// The part of a NATS server in the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    Leader,
    Follower,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Victim {
    Nats(Role),
    Game,
    /// A NATS server and the game server beside it.
    Machine(Role),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Link {
    LeaderFollower,
    FollowerFollower,
    GameLeader,
    /// A game server and every NATS server.
    GameNats,
    GamePlayers,
    /// One machine and both others. Players reach it.
    Machine(Role),
}

/// An accident to certain programs.
#[derive(Debug)]
pub struct Happened {
    accident: Accident,
    hosts: Vec<Host>,
    links: Vec<(Host, Host)>,
}

impl Victim {
    const ALL: [Self; 5] = [
        Self::Nats(Role::Leader),
        Self::Nats(Role::Follower),
        Self::Game,
        Self::Machine(Role::Leader),
        Self::Machine(Role::Follower),
    ];
}

impl Link {
    const ALL: [Self; 7] = [
        Self::LeaderFollower,
        Self::FollowerFollower,
        Self::GameLeader,
        Self::GameNats,
        Self::GamePlayers,
        Self::Machine(Role::Leader),
        Self::Machine(Role::Follower),
    ];
}

impl Accident {
    pub fn all() -> Vec<Self> {
        let to_programs =
            Victim::ALL.into_iter().flat_map(|of| [Self::Kill(of), Self::Stop(of), Self::Freeze(of)]);
        let lame_ducks = [Role::Leader, Role::Follower].map(Self::LameDuck);
        to_programs.chain(lame_ducks).chain(Link::ALL.map(Self::Cut)).collect()
    }

    /// Whether another NATS server must lead the stream.
    pub const fn deposes_leader(self) -> bool {
        match self {
            Self::Kill(victim) | Self::Stop(victim) | Self::Freeze(victim) => {
                matches!(victim, Victim::Nats(Role::Leader) | Victim::Machine(Role::Leader))
            }
            Self::LameDuck(role) | Self::Cut(Link::Machine(role)) => matches!(role, Role::Leader),
            Self::Cut(_) => false,
        }
    }

    /// Chooses the programs. The leader is a number of a NATS server.
    pub fn choose(self, leader: usize, rng: &mut Rng) -> Happened {
        let follower = (leader + 1 + rng.below(COUNT - 1)) % COUNT;
        let third = (0..COUNT).find(|number| ![leader, follower].contains(number)).expect("three servers");
        let game = rng.below(COUNT);
        let of = |role| if role == Role::Leader { leader } else { follower };
        let victims = |victim| match victim {
            Victim::Nats(role) => vec![Host::Nats(of(role))],
            Victim::Game => vec![Host::Game(game)],
            Victim::Machine(role) => vec![Host::Nats(of(role)), Host::Game(of(role))],
        };
        let (hosts, links) = match self {
            Self::Kill(victim) | Self::Stop(victim) | Self::Freeze(victim) => (victims(victim), vec![]),
            Self::LameDuck(role) => (vec![Host::Nats(of(role))], vec![]),
            Self::Cut(link) => (
                vec![],
                match link {
                    Link::LeaderFollower => vec![(Host::Nats(leader), Host::Nats(follower))],
                    Link::FollowerFollower => vec![(Host::Nats(follower), Host::Nats(third))],
                    Link::GameLeader => vec![(Host::Game(game), Host::Nats(leader))],
                    Link::GameNats => (0..COUNT).map(|nats| (Host::Game(game), Host::Nats(nats))).collect(),
                    Link::GamePlayers => vec![(Host::Game(game), Host::Players)],
                    Link::Machine(role) => {
                        let own = [Host::Nats(of(role)), Host::Game(of(role))];
                        let others = (0..COUNT).filter(|number| *number != of(role));
                        let others = others.flat_map(|number| [Host::Nats(number), Host::Game(number)]);
                        others.flat_map(|other| own.map(|own| (own, other))).collect()
                    }
                },
            ),
        };
        Happened { accident: self, hosts, links }
    }
}

impl Happened {
    /// The game server whose players are away because of it.
    pub fn lost_game(&self) -> Option<usize> {
        let of_links = self.links.iter().map(|(host, _)| *host);
        let game = |host: Host| match host {
            Host::Game(number) => Some(number),
            Host::Nats(_) | Host::Players => None,
        };
        match self.accident {
            Accident::Cut(Link::GameNats | Link::Machine(_)) => of_links.into_iter().find_map(game),
            Accident::Cut(_) => None,
            _ => self.hosts.iter().copied().find_map(game),
        }
    }

    pub async fn begin(&self, cluster: &mut Cluster) {
        for &host in &self.hosts {
            match self.accident {
                Accident::Kill(_) => cluster.kill(host).await,
                Accident::Stop(_) => cluster.signal(host, Signal::TERM),
                Accident::LameDuck(_) => cluster.signal(host, Signal::USR2),
                Accident::Freeze(_) => cluster.signal(host, Signal::STOP),
                Accident::Cut(_) => {}
            }
        }
        for &(one, other) in &self.links {
            cluster.cut_off(one, other).await;
        }
    }

    pub async fn undo(&self, cluster: &mut Cluster) {
        for &host in &self.hosts {
            if let Accident::Freeze(_) = self.accident {
                cluster.signal(host, Signal::CONT);
            } else {
                cluster.start_again(host).await;
            }
        }
        for &(one, other) in &self.links {
            cluster.reconnect(one, other).await;
        }
    }
}
