//! The results: a table with ratios, JSON, and a plot.

use std::fmt;
use std::fmt::Write;

use serde::Serialize;

use super::scenario::{Figures, Kind, Scenario};

#[derive(Debug, Serialize)]
pub struct Report {
    pub machine: String,
    pub date: String,
    pub results: Vec<Outcome>,
}

/// The result of a scenario.
#[derive(Debug, Serialize)]
pub struct Outcome {
    pub scenario: &'static str,
    /// The first is what the others are compared with.
    pub subjects: Vec<Measurements>,
}

#[derive(Debug, Serialize)]
pub struct Measurements {
    pub kind: Kind,
    pub runs: Vec<Figures>,
    pub median: Figures,
}

impl Outcome {
    pub fn new(scenario: &Scenario, runs: Vec<Vec<Figures>>) -> Self {
        let subjects = scenario.kinds.iter().zip(runs);
        let subjects = subjects.map(|(&kind, runs)| Measurements { kind, median: median(&runs), runs });
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

const BAR: usize = 18;
const LABELS: usize = 260;
const UNIT: f64 = 160.0;

impl Report {
    /// A bar for each subject: how many times its cost is that of the first one.
    pub fn plot(&self) -> String {
        let mut bars = String::new();
        let mut y = BAR;
        for outcome in &self.results {
            let _ = writeln!(
                bars,
                r#"<text x="4" y="{}" font-weight="bold">{}</text>"#,
                y + 14,
                outcome.scenario
            );
            for subject in &outcome.subjects {
                y += BAR;
                let Some((figure, value)) = subject.median.first_key_value() else { continue };
                let ratio = outcome.ratio(subject, figure);
                let (width, text) = (ratio * UNIT, y + 14);
                let _ = writeln!(
                    bars,
                    r##"<text x="20" y="{text}">{:?}</text><rect x="{LABELS}" y="{y}" width="{width:.0}" height="{}" fill="#4a7ebb"/><text x="{:.0}" y="{text}">{ratio:.2}x, {value:.1} {}</text>"##,
                    subject.kind,
                    BAR - 2,
                    f64::from(u32::try_from(LABELS).unwrap_or_default()) + width + 6.0,
                    title(figure).trim_start_matches("CPU "),
                );
            }
            y += 2 * BAR;
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"{y}\" font-family=\"sans-serif\" \
             font-size=\"12\"><rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{bars}</svg>\n"
        )
    }
}
