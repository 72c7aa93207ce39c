//! The table: a figure, what it is held against, the ratio, the goal.

/// The rows, in order.
#[derive(Default)]
pub(crate) struct Table {
    missed: usize,
    begun: bool,
}

impl Table {
    /// A ratio of two times, ours to theirs, that must not be above `goal`.
    pub(crate) fn ratio(
        &mut self,
        what: &str,
        ours: f64,
        other: &str,
        theirs: f64,
        ratio: f64,
        goal: f64,
    ) {
        let met = ratio <= goal;
        let against = format!("{other} {theirs:.2} ms");
        self.row(
            what,
            &format!("{ours:.2} ms"),
            &against,
            &format!("x {ratio:.2}"),
            &format!("<= {goal}"),
            met,
        );
    }

    /// The same for a task that must be at least `goal` times faster.
    pub(crate) fn faster(&mut self, what: &str, ours: f64, other: &str, theirs: f64, goal: f64) {
        let times = theirs / ours;
        let against = format!("{other} {theirs:.0} ms");
        self.row(
            what,
            &format!("{ours:.1} ms"),
            &against,
            &format!("{times:.0} x"),
            &format!(">= {goal}"),
            times >= goal,
        );
    }

    /// A figure that must not be above `goal`.
    pub(crate) fn most(&mut self, what: &str, ours: f64, unit: &str, beside: &str, goal: f64) {
        self.row(
            what,
            &format!("{ours:.1} {unit}"),
            beside,
            "",
            &format!("<= {goal}"),
            ours <= goal,
        );
    }

    /// Returns the number of missed goals.
    pub(crate) fn missed(&self) -> usize {
        self.missed
    }

    fn row(&mut self, what: &str, ours: &str, against: &str, ratio: &str, goal: &str, met: bool) {
        if !self.begun {
            self.begun = true;
            println!(
                "{:<46} {:>12}  {:<34} {:>8}  {:>8}",
                "", "pincite", "against", "ratio", "goal"
            );
        }
        let verdict = if met { "" } else { "MISSED" };
        self.missed += usize::from(!met);
        println!("{what:<46} {ours:>12}  {against:<34} {ratio:>8}  {goal:>8}  {verdict}");
    }
}
