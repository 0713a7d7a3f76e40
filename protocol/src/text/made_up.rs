//! Names for players who give none, and words for their invitations.

use super::{Name, Room};

const COLOURS: [&str; 16] = [
    "Amber", "Blue", "Bronze", "Copper", "Coral", "Crimson", "Golden", "Green", "Indigo", "Ivory", "Jade",
    "Olive", "Ruby", "Scarlet", "Silver", "Violet",
];
const ANIMALS: [&str; 32] = [
    "Badger", "Bear", "Beaver", "Crane", "Deer", "Dolphin", "Eagle", "Falcon", "Finch", "Fox", "Gecko",
    "Hare", "Heron", "Ibex", "Koala", "Lark", "Lion", "Lynx", "Magpie", "Mole", "Otter", "Owl", "Panda",
    "Puffin", "Raven", "Robin", "Seal", "Stork", "Swan", "Tiger", "Turtle", "Wolf",
];
const TREES: [&str; 16] = [
    "alder", "ash", "beech", "birch", "cedar", "elm", "fir", "hazel", "holly", "larch", "linden", "maple",
    "oak", "pine", "rowan", "willow",
];

impl Name {
    /// A name like `Blue Otter`, one of 512, chosen by a random number. The next number gives another name.
    #[must_use]
    pub fn made_up(random: u64) -> Self {
        let [colour, animal] = choose(random, [&COLOURS, &ANIMALS]);
        Self(format!("{colour} {animal}"))
    }
}

impl Room {
    /// A word like `otter-maple-407312`, one of 512 million, chosen by a random number, so that no one finds the player
    /// behind it by trying.
    #[must_use]
    pub fn made_up(random: u64) -> Self {
        let [tree, animal] = choose(random, [&TREES, &ANIMALS]);
        Self(format!("{}-{tree}-{:06}", animal.to_lowercase(), (random >> 32) % 1_000_000))
    }
}

/// An entry of each list.
fn choose<const N: usize>(random: u64, lists: [&[&'static str]; N]) -> [&'static str; N] {
    let mut rest = usize::try_from(random & u64::from(u32::MAX)).unwrap_or_default();
    lists.map(|list| {
        let entry = list.get(rest % list.len()).copied().unwrap_or_default();
        rest /= list.len();
        entry
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn consecutive_numbers_give_512_different_names() {
        let names: HashSet<Name> = (0..512).map(Name::made_up).collect();
        assert_eq!(names.len(), 512);
    }

    proptest! {
        #[test]
        fn what_is_made_up_is_valid(random in any::<u64>()) {
            let (name, room) = (Name::made_up(random), Room::made_up(random));
            prop_assert_eq!(Name::new(name.as_str()), Ok(name));
            prop_assert_eq!(Room::new(room.as_str()), Ok(room));
        }
    }
}
