//! The speed of the inspector on a screen, compared with `less` and with a bare ratatui program.
//!
//! Every figure is taken in a pseudo-terminal, the programs in turn, several rounds: ratios are
//! medians of the rounds' ratios. `PINCITE_BENCH_SIZES=1KB,1MB,100MB,1GB` chooses the sources,
//! `PINCITE_BENCH_ROUNDS` the rounds. Times include starting the process.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a bench may fail loudly, and prints what it finds"
)]

mod bare;
mod inputs;
mod measure;
#[expect(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/it/pty.rs"]
mod pty;
mod table;

use std::path::Path;

use portable_pty::CommandBuilder;

use inputs::Source;
use measure::{Answer, median, paired};
use pty::{Terminal, command};
use table::Table;

const PINCITE: &str = env!("CARGO_BIN_EXE_pincite");

/// Columns and rows of most runs, and of those with stacked panes.
const WIDE: (u16, u16) = (120, 40);
const NARROW: (u16, u16) = (80, 24);

/// Keys a round, to see how soon they are answered, and how many of one kind show all that a pane
/// sends: at its edge it does something else than inside.
const KEYS: usize = 30;
const STEPS: usize = 150;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, word, path] = arguments.as_slice()
        && word == "bare"
    {
        return bare::run(path);
    }
    let folder = tempfile::tempdir()?;
    let bench = Bench { folder: folder.path(), rounds: rounds() };
    let sources = inputs::write(bench.folder)?;
    let mut table = Table::default();
    bench.first_screens(&sources, &mut table);
    bench.keys(&sources, &mut table);
    bench.scrolling(&sources, &mut table);
    bench.jumps(&sources, &mut table);
    let size = usize::try_from(std::fs::metadata(PINCITE)?.len()).unwrap();
    table.most("release binary", number(size) / 1e6, "MB", "", 6.0);
    println!("{} missed", table.missed());
    Ok(())
}

fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::INFINITY, f64::from)
}

fn rounds() -> usize {
    std::env::var("PINCITE_BENCH_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(9)
}

/// The programs and how often each is run.
struct Bench<'f> {
    folder: &'f Path,
    rounds: usize,
}

impl Bench<'_> {
    fn pincite(&self, source: &Source) -> CommandBuilder {
        command(PINCITE, &["response.md", &source.file], self.folder)
    }

    fn less(&self, source: &Source, options: &[&str]) -> CommandBuilder {
        let arguments: Vec<&str> = options.iter().copied().chain([source.file.as_str()]).collect();
        command("less", &arguments, self.folder)
    }

    fn bare(&self, source: &Source) -> CommandBuilder {
        let itself = std::env::current_exe().unwrap();
        command(itself.to_str().unwrap(), &["bare", &source.file], self.folder)
    }

    /// First screen and memory at rest, for each size.
    fn first_screens(&self, sources: &[Source], table: &mut Table) {
        let mut by_size: Vec<Vec<[f64; 3]>> = vec![Vec::new(); sources.len()];
        let mut memory: Vec<Vec<[f64; 3]>> = vec![Vec::new(); sources.len()];
        for _ in 0..self.rounds {
            for (index, source) in sources.iter().enumerate() {
                let ours = measure::start(self.pincite(source), WIDE);
                let less = measure::start(self.less(source, &[]), WIDE);
                let bare = measure::start(self.bare(source), WIDE);
                by_size[index].push([ours.paint, less.paint, bare.paint]);
                memory[index].push([ours.resident, ours.anonymous, less.resident]);
            }
        }
        let column =
            |rows: &[[f64; 3]], n: usize| rows.iter().map(|row| row[n]).collect::<Vec<_>>();
        for (source, rows) in sources.iter().zip(&by_size) {
            let (ours, less, bare) = (column(rows, 0), column(rows, 1), column(rows, 2));
            let what = format!("first screen, {}", source.name);
            table.ratio(&what, median(&ours), "less", median(&less), paired(&ours, &less), 1.5);
            table.ratio(
                &what,
                median(&ours),
                "bare ratatui",
                median(&bare),
                paired(&ours, &bare),
                2.0,
            );
        }
        let named = |name| sources.iter().position(|source| source.name == name);
        if let (Some(large), Some(small)) = (named("1 GB"), named("1 MB")) {
            let (large, small) = (column(&by_size[large], 0), column(&by_size[small], 0));
            let ratio = paired(&large, &small);
            table.ratio("first screen, 1 GB", median(&large), "1 MB", median(&small), ratio, 1.3);
        }
        for (source, rows) in sources.iter().zip(&memory) {
            let beside = format!(
                "anonymous {:.1} MB; less {:.1} MB",
                median(&column(rows, 1)),
                median(&column(rows, 2))
            );
            let what = format!("memory at rest, {}", source.name);
            table.most(&what, median(&column(rows, 0)), "MB", &beside, 16.0);
        }
    }

    /// Key to first byte, in turn with the bare program.
    fn keys(&self, sources: &[Source], table: &mut Table) {
        for source in sources {
            for (key, prepare) in [("j", "\t"), ("n", "")] {
                let (mut ours, mut bare) = (Vec::new(), Vec::new());
                for _ in 0..self.rounds.div_ceil(2) {
                    ours.push(median(&firsts(&answers(
                        self.pincite(source),
                        WIDE,
                        prepare,
                        key,
                        KEYS,
                    ))));
                    bare.push(median(&firsts(&answers(self.bare(source), WIDE, "", key, KEYS))));
                }
                let what = format!("key `{key}` to first byte, {}", source.name);
                let ratio = paired(&ours, &bare);
                table.ratio(&what, median(&ours), "bare ratatui", median(&bare), ratio, 2.0);
            }
        }
    }

    /// Bytes that a step by one line sends.
    fn scrolling(&self, sources: &[Source], table: &mut Table) {
        let Some(source) = sources.iter().find(|source| source.name == "1 MB") else { return };
        let cases = [
            ("source, side by side", WIDE, "\t"),
            ("response, side by side", WIDE, ""),
            ("source, stacked", NARROW, "\t"),
            ("response, stacked", NARROW, ""),
        ];
        for (what, size, prepare) in cases {
            let answers = answers(self.pincite(source), size, prepare, "j", STEPS);
            let bytes: Vec<f64> = answers.iter().map(|answer| number(answer.bytes)).collect();
            let mean = bytes.iter().sum::<f64>() / number(bytes.len());
            let most = bytes.iter().copied().fold(0.0, f64::max);
            let beside = format!("median {:.0}, most {most:.0}", median(&bytes));
            table.most(&format!("`j`, mean, {what}"), mean, "bytes", &beside, 1_000.0);
        }
    }

    /// From the first screen to the last line with its number, against `less -N`.
    fn jumps(&self, sources: &[Source], table: &mut Table) {
        for source in sources.iter().filter(|source| source.lines > 1_000_000) {
            let (mut ours, mut less) = (Vec::new(), Vec::new());
            let last = source.lines.to_string();
            for _ in 0..self.rounds.div_ceil(3) {
                let mut terminal = Terminal::start(self.pincite(source), WIDE);
                terminal.wait_for("q quit");
                ours.push(measure::reach(&mut terminal, "\tG", &[inputs::LAST, &last]));
                measure::end(&mut terminal);
                let mut terminal = Terminal::start(self.less(source, &["-N"]), WIDE);
                terminal.wait_for("parcel");
                less.push(measure::reach(&mut terminal, "G", &[inputs::LAST, &last]));
                measure::end(&mut terminal);
            }
            let what = format!("`G` with line numbers, {}", source.name);
            table.faster(&what, median(&ours), "less -N", median(&less), 30.0);
        }
    }
}

/// Returns the effects of `times` presses of a key, after those that prepare for it.
fn answers(
    command: CommandBuilder,
    size: (u16, u16),
    prepare: &str,
    key: &str,
    times: usize,
) -> Vec<Answer> {
    let mut terminal = measure::open(command, size);
    for key in prepare.chars() {
        measure::press(&mut terminal, key.encode_utf8(&mut [0; 4]));
    }
    let answers = (0..times).map(|_| measure::press(&mut terminal, key)).collect();
    measure::end(&mut terminal);
    answers
}

fn firsts(answers: &[Answer]) -> Vec<f64> {
    answers.iter().map(|answer| answer.first).collect()
}
