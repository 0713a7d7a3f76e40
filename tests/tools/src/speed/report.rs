//! The results: a table with ratios.

use std::fmt;

use super::scenario::{Figures, Kind, Scenario};

/// The result of a scenario.
pub struct Outcome {
    scenario: &'static str,
    /// The first is what the others are compared with.
    subjects: Vec<Measurements>,
}

struct Measurements {
    kind: Kind,
    median: Figures,
}

impl Outcome {
    pub fn new(scenario: &Scenario, runs: &[Vec<Figures>]) -> Self {
        let subjects = scenario.kinds.iter().zip(runs);
        let subjects = subjects.map(|(&kind, runs)| Measurements { kind, median: median(runs) });
        Self { scenario: scenario.name, subjects: subjects.collect() }
    }

    /// How many times the first subject's a figure is.
    fn ratio(&self, subject: &Measurements, figure: &str) -> f64 {
        let of = |measured: &Measurements| measured.median.get(figure).copied().unwrap_or(f64::NAN);
        self.subjects.first().map_or(f64::NAN, |base| of(subject) / of(base))
    }
}

fn median(runs: &[Figures]) -> Figures {
    let Some(first) = runs.first() else { return Figures::new() };
    let of = |figure: &&'static str| {
        let mut values: Vec<_> = runs.iter().filter_map(|run| run.get(*figure).copied()).collect();
        values.sort_by(f64::total_cmp);
        let (low, high) = (values[(values.len() - 1) / 2], values[values.len() / 2]);
        f64::midpoint(low, high)
    };
    first.keys().map(|figure| (*figure, of(figure))).collect()
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{}", self.scenario)?;
        let figures: Vec<_> = self.subjects.iter().flat_map(|subject| subject.median.keys()).collect();
        let columns = &figures[..figures.len() / self.subjects.len().max(1)];
        write!(f, "{:>18}", "")?;
        columns.iter().try_for_each(|figure| write!(f, " {:>20}", title(figure)))?;
        for subject in &self.subjects {
            write!(f, "\n{:>18}", format!("{:?}", subject.kind))?;
            for figure in columns {
                let value = subject.median.get(*figure).copied().unwrap_or(f64::NAN);
                write!(f, " {value:>11.2} ({:>5.2}x)", self.ratio(subject, figure))?;
            }
        }
        writeln!(f)
    }
}

/// A figure's name begins with its place in the table.
fn title(figure: &str) -> &str {
    figure.split_once(' ').map_or(figure, |(_, title)| title)
}
