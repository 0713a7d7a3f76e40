//! A flame graph of the samples that `perf record` has taken.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use super::scenario::number;

#[derive(Default)]
struct Frame {
    samples: usize,
    callees: BTreeMap<String, Frame>,
}

const WIDTH: f64 = 1400.0;
const ROW: usize = 16;
/// Below this many pixels a frame is left out.
const MIN_WIDTH: f64 = 0.5;
const PIXELS_PER_CHARACTER: f64 = 7.0;

/// Draws the samples in a file of `perf record` as SVG.
pub fn draw(samples: &Path) -> String {
    let script = Command::new("perf").args(["script", "--fields", "ip,sym", "--input"]).arg(samples).output();
    let script = script.expect("perf is installed");
    let root = fold(&String::from_utf8_lossy(&script.stdout));
    let (mut frames, mut depth) = (String::new(), 0);
    root.draw(
        &mut frames,
        (0.0, 0),
        WIDTH / f64::from(u32::try_from(root.samples.max(1)).unwrap_or(u32::MAX)),
        &mut depth,
    );
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{}\" font-family=\"monospace\" \
         font-size=\"11\">\n{frames}</svg>\n",
        (depth + 1) * ROW
    )
}

/// Each sample is a paragraph, its innermost frame first.
fn fold(script: &str) -> Frame {
    let mut root = Frame::default();
    for sample in script.split("\n\n") {
        let symbols: Vec<_> = sample.lines().filter_map(|line| line.trim().split_once(' ')).collect();
        if symbols.is_empty() {
            continue;
        }
        root.samples += 1;
        let mut frame = &mut root;
        for (_, symbol) in symbols.iter().rev() {
            frame = frame.callees.entry((*symbol).to_owned()).or_default();
            frame.samples += 1;
        }
    }
    root
}

impl Frame {
    fn draw(&self, svg: &mut String, (mut x, row): (f64, usize), pixels: f64, depth: &mut usize) {
        *depth = row.max(*depth);
        for (symbol, frame) in &self.callees {
            let width = f64::from(u32::try_from(frame.samples).unwrap_or(u32::MAX)) * pixels;
            if width >= MIN_WIDTH {
                let symbol = symbol.replace('&', "&amp;").replace('<', "&lt;");
                let short = symbol
                    .rsplit("::")
                    .next()
                    .filter(|short| number(short.len() as u64) * PIXELS_PER_CHARACTER < width);
                let (y, short) = (row * ROW, short.unwrap_or_default());
                let _ = writeln!(
                    svg,
                    r##"<g><title>{symbol}: {}</title><rect x="{x:.1}" y="{y}" width="{width:.1}" height="{}" fill="#e8a33d" stroke="white"/><text x="{:.1}" y="{}">{short}</text></g>"##,
                    frame.samples,
                    ROW - 1,
                    x + 2.0,
                    y + 12,
                );
                frame.draw(svg, (x, row + 1), pixels, depth);
            }
            x += width;
        }
    }
}
