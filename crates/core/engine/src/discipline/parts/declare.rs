//! Short forms for declaring pseudo-code, rules, quantities and gauges; [`crate::declare`] has the forms for
//! parameters.

use super::super::about::{
    Bound, ChartBox, CodeLine, LineId, Mark, OnlyIf, Quantity, RuleLine, StateView, To, Wording,
};
use crate::base::texts::text;
pub use crate::declare::{choice, option, real, switch, whole};

/// A gauge on a scale from 0, with the name shown beside it.
pub const fn dial(gauge: &'static str, name: &'static str, to: Bound) -> StateView {
    StateView::Dial { gauge, name, scale: (Bound::Value(0.0), to), mark: None }
}

/// A gauge on a scale from 0 with one marked point.
pub const fn marked_dial(
    gauge: &'static str,
    name: &'static str,
    to: Bound,
    at: Bound,
    mark: &'static str,
) -> StateView {
    StateView::Dial { gauge, name, scale: (Bound::Value(0.0), to), mark: Some(Mark { at, name: mark }) }
}

/// A quantity.
pub const fn quantity(id: &'static str, symbol: &'static str, unit: &'static str, meaning: &'static str) -> Quantity {
    Quantity { id, symbol, unit, meaning }
}

/// A line of pseudo-code, as [`code`] declares it.
pub(crate) const fn code_line(
    indent: u8,
    is_test: bool,
    line: &'static str,
    or: &'static [Wording],
    only_if: &'static [OnlyIf],
) -> CodeLine {
    CodeLine { indent, text: text(line), is_test, only_if, or }
}

/// The wording of a line under some settings, as [`code`] declares it.
pub(crate) const fn wording(line: &'static str, only_if: &'static [OnlyIf]) -> Wording {
    Wording { text: text(line), only_if }
}

/// A segment of `N` lines that are part of the rule only under the settings `only_if`. These replace the `only_if` of
/// each line.
pub(crate) const fn under<const N: usize>(segment: &[CodeLine], only_if: &'static [OnlyIf]) -> [CodeLine; N] {
    let mut lines = [CodeLine { indent: 0, text: "", is_test: false, only_if, or: &[] }; N];
    let mut at = 0;
    while at < N {
        lines[at] = CodeLine { only_if, ..segment[at] };
        at += 1;
    }
    lines
}

/// A line of the rule, as [`rule`] declares it.
pub(crate) const fn rule_line(
    indent: u8,
    line: &'static str,
    shows: &'static str,
    from: LineId,
    asks: Option<LineId>,
) -> RuleLine {
    RuleLine { indent, text: text(line), shows: text(shows), from, asks }
}

/// A shared segment of `N` lines of a rule, whose line ids count from `first`, the first line of the pseudo-code that
/// the segment summarizes.
pub(crate) const fn rule_after<const N: usize>(segment: &[RuleLine], first: LineId) -> [RuleLine; N] {
    let mut lines = [rule_line(0, "", "", first, None); N];
    let mut at = 0;
    while at < N {
        let line = segment[at];
        let asks = match line.asks {
            Some(asks) => Some(asks.after(first)),
            None => None,
        };
        lines[at] = RuleLine { from: line.from.after(first), asks, ..line };
        at += 1;
    }
    lines
}

/// A box of a flow chart with an action, which leads to the next box.
pub(crate) const fn act(text: &'static str, to: To) -> ChartBox {
    ChartBox { text, asks: [None, None], is_denied: false, yes: to, no: to }
}

/// A box of a flow chart with a question. The outcome of the pseudo-code line `line` is the answer.
pub(crate) const fn ask(text: &'static str, line: LineId, yes: To, no: To) -> ChartBox {
    ChartBox { text, asks: [Some(line), None], is_denied: false, yes, no }
}

/// Declares pseudo-code: one row for each line, with the name of the line's id, the indentation and the text.
///
/// ```text
/// code! {
///     FULL_TEST: 0 ? "if n = {n} packets wait and fill the buffer:";
///     OVERFLOW: 1 "drop the arrival (overflow)";
///     ..LAW: pie_law::DECISION;
///     ADMIT: 0 "admit, stamped with the time";
/// }
/// ```
///
/// This makes `CODE`, the list for [`About::code`](super::super::About::code), and the ids `FULL_TEST`, `OVERFLOW`,
/// `LAW` and `ADMIT`. A `?` marks a line that is a test, see [`Tracer::test`](super::super::Tracer::test). Some lines
/// are part of the rule only under certain values of a switch or a choice. Such a line ends with these values: `MARK: 1
/// "mark it" if ecn(true), mode("a", "b");`. The page shows such a line only under these values, and
/// `crates/core/engine/tests/coverage.rs` checks that the line runs only then. A test whose comparison depends on a
/// setting has a second wording, which replaces the first under the values after `if`: `ABOVE: 0 ? "if avg ≥ max_th:"
/// or "if avg ≥ 2·max_th:" if gentle(true);`. `..LAW:` inserts a segment of lines that several disciplines share. `LAW`
/// is the id of its first line; `..pie_law::DECISION;` makes no id.
///
/// A segment begins with a row that names it:
///
/// ```text
/// code! {
///     /// The lines of an update.
///     pub segment UPDATE;
///     MEASURE: 0 "every T_UPDATE: delay is {delay} s";
/// }
/// ```
///
/// The line ids of a segment count from 0 at the segment's first line. A discipline that inserts the segment at index n
/// of its pseudo-code adds n to these ids with [`LineId::after`](super::super::LineId::after). Nothing is added if all
/// disciplines have the same lines before the segment. The row that names the segment then names these lines, too, as
/// in `pub segment TEST after red::HEAD;`, and the segment's ids count from the first of these lines. Ids are private
/// unless the row that names the segment gives them a visibility: `pub segment HEAD, pub(super) ids;`. For a whole
/// discipline, the first row is `pub(super) ids;`.
macro_rules! code {
    ($(#[$doc:meta])* $vis:vis segment $name:ident $(after $before:path)? $(, $ids:vis ids)?; $($rows:tt)*) => {
        $crate::discipline::parts::declare::rows! {
            {segment $(#[$doc])* $vis $name CodeLine} LineId ($($ids)? ids) [0 $(+ $before.len() as u8)?] {} $($rows)*
        }
    };
    ($ids:vis ids; $($rows:tt)*) => {
        $crate::discipline::parts::declare::rows! { {whole $ids CODE CodeLine} LineId ($ids ids) [0] {} $($rows)* }
    };
    ($($rows:tt)*) => {
        $crate::discipline::parts::declare::rows! { {whole CODE CodeLine} LineId (ids) [0] {} $($rows)* }
    };
}
pub(crate) use code;

/// Declares the rule that a discipline's pseudo-code implements, as its source gives it. The first row is the source.
/// Each further row is a line of the rule: the id of the first line of pseudo-code that it summarizes, the indentation
/// and the text.
///
/// ```text
/// rule! {
///     "R. Pan, B. Prabhakar and K. Psounis, CHOKe, INFOCOM 2000, the flow chart";
///     ..red::RULE_HEAD;
///     FULL_FIRST: 0 "draw one waiting packet at random";
///     HIT + HIT_TEST: 0 ? "if it is of the arrival's flow,";
///     HIT + COUNT: 1 "drop both";
///     ..STAGE: red::RULE_STAGE;
/// }
/// ```
///
/// This makes `RULE`, the value of [`About::rule`](super::super::About::rule). `HIT + COUNT` is the line `COUNT` of the
/// segment that begins at `HIT`. A `?` marks a question. The line of pseudo-code that the row names answers the
/// question, unless the row ends with another line, as in `asks(STAGE + EARLY_TEST)`. After the text, and before
/// `asks`, a row may have a text that the page shows beside the line for one packet: `shows "{p_a}"`. Several
/// disciplines can share a segment of a rule, which summarizes a segment of pseudo-code. The rule's segment begins with
/// `pub segment RULE_HEAD;` instead of the source, and its rows name lines of the pseudo-code. `..STAGE:
/// red::RULE_STAGE;` inserts such a segment; `STAGE` is the first line of its pseudo-code.
macro_rules! rule {
    ($(#[$doc:meta])* $vis:vis segment $name:ident; $($rows:tt)*) => {
        $crate::discipline::parts::declare::rule_rows! { {segment $(#[$doc])* $vis $name} {} $($rows)* }
    };
    ($source:literal; $($rows:tt)*) => {
        $crate::discipline::parts::declare::rule_rows! { {whole $source} {} $($rows)* }
    };
}
pub(crate) use rule;

/// Processes the rows of [`rule`] one at a time. `{$done}` accumulates the list, with rows in brackets and segments in
/// parentheses.
macro_rules! rule_rows {
    (@row $list:tt {$($done:tt)*} [$from:expr] $indent:literal ? $text:literal $(shows $shows:literal)?; $($rest:tt)*) => {
        $crate::discipline::parts::declare::rule_rows! {
            $list {$($done)* [$crate::discipline::parts::declare::rule_line(
                $indent, $text, concat!($($shows)?), $from, Some($from)
            )]} $($rest)*
        }
    };
    (
        @row $list:tt {$($done:tt)*} [$from:expr]
        $indent:literal $text:literal $(shows $shows:literal)? asks($($asks:tt)+); $($rest:tt)*
    ) => {
        $crate::discipline::parts::declare::rule_rows! {
            $list {$($done)* [$crate::discipline::parts::declare::rule_line(
                $indent, $text, concat!($($shows)?), $from,
                Some($crate::discipline::parts::declare::rule_rows!(@id $($asks)+))
            )]} $($rest)*
        }
    };
    (@row $list:tt {$($done:tt)*} [$from:expr] $indent:literal $text:literal $(shows $shows:literal)?; $($rest:tt)*) => {
        $crate::discipline::parts::declare::rule_rows! {
            $list {$($done)* [$crate::discipline::parts::declare::rule_line(
                $indent, $text, concat!($($shows)?), $from, None
            )]} $($rest)*
        }
    };
    (@id $first:ident + $line:path) => { $line.after($first) };
    (@id $line:path) => { $line };
    (@part [$row:expr]) => { &[$row] };
    (@part ($segment:path)) => { $segment };
    (@part ($first:ident $segment:path)) => {
        &$crate::discipline::parts::declare::rule_after::<{ $segment.len() }>($segment, $first)
    };
    ($list:tt {$($done:tt)*} ..$first:ident: $segment:path; $($rest:tt)*) => {
        $crate::discipline::parts::declare::rule_rows! { $list {$($done)* ($first $segment)} $($rest)* }
    };
    ($list:tt {$($done:tt)*} ..$segment:path; $($rest:tt)*) => {
        $crate::discipline::parts::declare::rule_rows! { $list {$($done)* ($segment)} $($rest)* }
    };
    ({whole $source:literal} {$($done:tt)*}) => {
        const RULE: $crate::discipline::about::Rule = $crate::discipline::about::Rule {
            source: $crate::base::texts::text($source),
            lines: &[$($crate::discipline::parts::declare::rule_rows!(@part $done)),*],
            chart: None,
        };
    };
    ({segment $(#[$doc:meta])* $vis:vis $name:ident} {$([$row:expr])*}) => {
        $(#[$doc])*
        $vis const $name: &[$crate::discipline::about::RuleLine] = &[$($row),*];
    };
    ($list:tt $done:tt $first:ident + $line:path: $($rest:tt)*) => {
        $crate::discipline::parts::declare::rule_rows! { @row $list $done [$line.after($first)] $($rest)* }
    };
    ($list:tt $done:tt $line:path: $($rest:tt)*) => {
        $crate::discipline::parts::declare::rule_rows! { @row $list $done [$line] $($rest)* }
    };
}
pub(crate) use rule_rows;

/// Declares quantities as [`code`] declares lines. A row names the constant for the quantity's id. Either the id
/// itself, the symbol, the unit and the meaning follow, or an existing quantity.
///
/// ```text
/// quantities! {
///     WAITING: n "n" "packets" "packets waiting before this arrival";
///     AVERAGE: red::AVG;
///     ..codel_law::QUANTITIES;
/// }
/// ```
///
/// The macro makes the list `QUANTITIES` for [`About::quantities`](super::super::About::quantities), and a constant for
/// the id of each row.
macro_rules! quantities {
    ($(#[$doc:meta])* $vis:vis segment $name:ident $(after $before:path)? $(, $ids:vis ids)?; $($rows:tt)*) => {
        $crate::discipline::parts::declare::rows! {
            {segment $(#[$doc])* $vis $name Quantity} QuantityId ($($ids)? ids) [0 $(+ $before.len() as u8)?] {} $($rows)*
        }
    };
    ($ids:vis ids; $($rows:tt)*) => {
        $crate::discipline::parts::declare::rows! { {whole $ids QUANTITIES Quantity} QuantityId ($ids ids) [0] {} $($rows)* }
    };
    ($($rows:tt)*) => {
        $crate::discipline::parts::declare::rows! { {whole QUANTITIES Quantity} QuantityId (ids) [0] {} $($rows)* }
    };
}
pub(crate) use quantities;

/// Processes the rows of [`code`] and [`quantities`] one at a time. `[$at]` is the number of the next row. `{$done}`
/// accumulates the list, with rows in brackets and segments in parentheses.
macro_rules! rows {
    ($list:tt $id:ident ($ids:vis ids) [$at:expr] {$($done:tt)*} ..$segment:ident: $path:path; $($rest:tt)*) => {
        $ids const $segment: $crate::discipline::about::$id = $crate::discipline::about::$id($at);
        $crate::discipline::parts::declare::rows! {
            $list $id ($ids ids) [$at + $path.len() as u8] {$($done)* ($path)} $($rest)*
        }
    };
    ($list:tt $id:ident $ids:tt [$at:expr] {$($done:tt)*} ..$path:path; $($rest:tt)*) => {
        $crate::discipline::parts::declare::rows! {
            $list $id $ids [$at + $path.len() as u8] {$($done)* ($path)} $($rest)*
        }
    };
    (
        $list:tt $id:ident $ids:tt $at:tt {$($done:tt)*}
        $name:ident: $indent:literal ? $text:literal
        $(or $other:literal if $($when:ident($($one:tt),+)),+)*
        $(if $($param:ident($($value:tt),+)),+)?; $($rest:tt)*
    ) => {
        $crate::discipline::parts::declare::rows! {
            @row $list $id $ids $at {$($done)*}
            $name [$crate::discipline::parts::declare::code_line(
                $indent, true, $text,
                &[$($crate::discipline::parts::declare::wording(
                    $other, $crate::discipline::parts::declare::only_if!($($when($($one),+)),+)
                )),*],
                $crate::discipline::parts::declare::only_if!($($($param($($value),+)),+)?)
            )] $($rest)*
        }
    };
    (
        $list:tt $id:ident $ids:tt $at:tt {$($done:tt)*}
        $name:ident: $indent:literal $text:literal $(if $($param:ident($($value:tt),+)),+)?; $($rest:tt)*
    ) => {
        $crate::discipline::parts::declare::rows! {
            @row $list $id $ids $at {$($done)*}
            $name [$crate::discipline::parts::declare::code_line(
                $indent, false, $text, &[], $crate::discipline::parts::declare::only_if!($($($param($($value),+)),+)?)
            )] $($rest)*
        }
    };
    (
        $list:tt $id:ident $ids:tt $at:tt {$($done:tt)*}
        $name:ident: $quantity:ident $symbol:literal $unit:literal $meaning:literal; $($rest:tt)*
    ) => {
        $crate::discipline::parts::declare::rows! {
            @row $list $id $ids $at {$($done)*}
            $name [$crate::discipline::parts::declare::quantity(stringify!($quantity), $symbol, $unit, $meaning)] $($rest)*
        }
    };
    ($list:tt $id:ident $ids:tt $at:tt {$($done:tt)*} $name:ident: $quantity:expr; $($rest:tt)*) => {
        $crate::discipline::parts::declare::rows! {
            @row $list $id $ids $at {$($done)*} $name [$quantity] $($rest)*
        }
    };
    (@row $list:tt $id:ident ($ids:vis ids) [$at:expr] {$($done:tt)*} $name:ident $row:tt $($rest:tt)*) => {
        $ids const $name: $crate::discipline::about::$id = $crate::discipline::about::$id($at);
        $crate::discipline::parts::declare::rows! { $list $id ($ids ids) [$at + 1] {$($done)* $row} $($rest)* }
    };
    (@part [$row:expr]) => { &[$row] };
    (@part ($segment:path)) => { $segment };
    ({whole $vis:vis $name:ident $type:ident} $id:ident $ids:tt $at:tt {$($done:tt)*}) => {
        $vis const $name: &[&[$crate::discipline::about::$type]] =
            &[$($crate::discipline::parts::declare::rows!(@part $done)),*];
    };
    ({segment $(#[$doc:meta])* $vis:vis $name:ident $type:ident} $id:ident $ids:tt $at:tt {$([$row:expr])*}) => {
        $(#[$doc])*
        $vis const $name: &[$crate::discipline::about::$type] = &[$($row),*];
    };
}
pub(crate) use rows;

/// The settings under which a line is part of the rule, for example `gentle(true), byte_scale("paper", "ns2")`.
macro_rules! only_if {
    (@value true) => { $crate::declare::ParamValue::Switch(true) };
    (@value false) => { $crate::declare::ParamValue::Switch(false) };
    (@value $choice:literal) => { $crate::declare::ParamValue::Choice($choice) };
    ($($param:ident($($value:tt),+)),*) => {
        &[$($crate::discipline::about::OnlyIf {
            param: stringify!($param),
            values: &[$($crate::discipline::parts::declare::only_if!(@value $value)),+],
        }),*]
    };
}
pub(crate) use only_if;
