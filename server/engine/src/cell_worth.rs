//! What an empty cell is worth to a side, by its shapes on the four lines through the cell.
//!
//! The numbers are fitted to 147,000 positions of games of the computer with itself on 15×15: a logistic regression of the
//! value, and a multinomial one of the move that was chosen. `tests/benches/cell_worth.rs` makes such fits.

#![expect(clippy::indexing_slicing, reason = "there are four directions, and four grades")]

use std::sync::LazyLock;

use crate::shapes::{Shape, Threat};

/// What the four shapes of a side on an empty cell are worth together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellWorth {
    /// The greatest threat that a mark of the side makes there.
    pub(crate) threat: Option<Threat>,
    /// What the cell adds to the value of the position: if the side is to move, and if the opponent is.
    pub(crate) value: [i16; 2],
    /// What it adds to the promise of a move there: of the side itself, and of the opponent.
    pub(crate) promise: [i16; 2],
}

/// The number of four shapes, as far as their grades differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Combination(u16);

/// One more than the highest [`Shape::grade`].
const GRADES: u16 = 9;

/// What the number of a combination has for each direction: the digits of its grades.
const DIGITS: [u16; 4] = [1, GRADES, GRADES.pow(2), GRADES.pow(3)];

impl Combination {
    /// Replaces the shape along one of the four lines.
    pub(crate) fn replace(&mut self, direction: usize, before: Shape, after: Shape) {
        self.0 = self.0 + DIGITS[direction] * after.grade() - DIGITS[direction] * before.grade();
    }

    pub(crate) fn index(self) -> usize {
        self.0.into()
    }

    /// The worth of every combination, by its index.
    pub(crate) fn all_worths() -> &'static [CellWorth] {
        static ALL: LazyLock<Vec<CellWorth>> = LazyLock::new(|| {
            let grades = |number| DIGITS.map(|digit| number / digit % GRADES);
            (0..GRADES.pow(4)).map(grades).map(CellWorth::new).collect()
        });
        &ALL
    }
}

impl CellWorth {
    fn new(grades: [u16; 4]) -> Self {
        let sum = |numbers: &Numbers| numbers.sum(grades);
        let [value, promise] = [VALUE, PROMISE].map(|sides| sides.each_ref().map(sum));
        Self { threat: threat(grades), value, promise }
    }
}

fn threat(grades: [u16; 4]) -> Option<Threat> {
    let threats = [
        (Shape::RUN, 1, Threat::Win),
        (Shape::OPEN_FOUR, 1, Threat::Fork),
        (Shape::FOUR, 2, Threat::Fork),
        (Shape::FOUR, 1, Threat::Four),
        (Shape::OPEN_THREE, 1, Threat::Three),
    ];
    let count = |shape: Shape| grades.into_iter().filter(|&grade| grade == shape.grade()).count();
    let (.., threat) = threats.into_iter().find(|&(shape, least, _)| count(shape) >= least)?;
    Some(threat)
}

/// The numbers for one purpose.
struct Numbers {
    /// By grade, from 1. The first is not fitted: a lone mark is worth a little, so that rows grow where longer ones win.
    /// Nor are those of open fours and runs where the threats decide.
    single: [i16; 8],
    /// For each two shapes that are no runs: by the higher grade, then the lower, both from 1.
    pairs: [i16; 28],
}

impl Numbers {
    fn sum(&self, grades: [u16; 4]) -> i16 {
        let mut grades = grades.map(usize::from);
        grades.sort_unstable();
        let single = |&grade: &usize| self.single.get(grade.wrapping_sub(1));
        let pair = |high: usize, low: usize| {
            let low = low.checked_sub(1)?;
            self.pairs.get(high * (high - 1) / 2 + low)
        };
        let pairs = grades
            .iter()
            .enumerate()
            .flat_map(|(place, &high)| grades[..place].iter().filter_map(move |&low| pair(high, low)));
        grades.iter().filter_map(single).chain(pairs).sum()
    }
}

const VALUE: [Numbers; 2] = [
    Numbers {
        single: [3, -3, 31, 57, 214, 258, 1200, 1200],
        pairs: [
            0, 3, 0, -8, -4, 1, -9, -4, 19, 29, -8, 17, 62, 67, 18, 14, 107, 426, 558, 3640, 0, 0, 0, 0, 0,
            0, 0, 0,
        ],
    },
    Numbers {
        single: [2, -1, 13, 48, 100, 254, 798, 800],
        pairs: [
            0, -1, 3, -2, -6, -4, -10, 6, 17, 34, 20, 34, 71, 20, -133, 13, 127, 267, 291, 577, 228, 36, 368,
            415, 385, 41, -1188, 125,
        ],
    },
];

const PROMISE: [Numbers; 2] = [
    Numbers {
        single: [16, 203, 582, 595, 1287, 1481, 3200, 6000],
        pairs: [
            0, -42, -69, 90, -51, -43, 83, -11, -60, 14, 185, 113, 63, 120, -182, 299, 101, 125, 302, 1002,
            0, 0, 0, 0, 0, 0, 0, 0,
        ],
    },
    Numbers {
        single: [12, 181, 405, 515, 930, 1131, 1697, 4000],
        pairs: [
            0, -76, -131, -88, -161, -226, -52, -106, -178, -176, 68, -15, -65, -133, -213, 104, 42, 87, 59,
            246, 172, 350, 298, 292, 190, -44, -618, -535,
        ],
    },
];
