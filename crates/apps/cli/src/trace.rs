//! `chokepoint trace`: prints the events of every packet, in order of time.

use crate::failure::{Failure, show_message};
use crate::{ScenarioOptions, link, scenario_source};
use chokepoint_engine::discipline::{AnyDiscipline, Reason};
use chokepoint_engine::packet::Packet;
use chokepoint_engine::probe::Probe;
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Scenario, Simulation};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};

/// Options of the trace.
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    scenario: ScenarioOptions,
    /// Queue discipline, or a script (a .rhai file); by default, that of the first lane
    #[arg(long, value_name = "ID")]
    aqm: Option<String>,
    /// Seed of all random numbers
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<String>,
    /// Stop at this simulated second
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    until: Option<f64>,
    /// Print a link that opens the run in the page, on standard error
    ///
    /// URL is the address of a page; the link is appended to it.
    #[arg(long, value_name = "URL", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    #[arg(value_parser = link::page_address_or_none)]
    link: Option<String>,
    /// Format of each line
    #[arg(long, value_enum, default_value_t = Format::Ndjson)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A JSON object
    Ndjson,
    /// The columns of ns-2's traces
    Ns2,
}

/// Runs one lane and prints its events.
pub(crate) fn trace(options: &Options) -> Result<(), Failure> {
    let aqms: Vec<String> = options.aqm.iter().cloned().collect();
    let mut scenario = scenario_source::load_changed(&options.scenario, &aqms)?;
    scenario = scenario_source::with_seed(scenario, options.seed.as_deref())?;
    if let Some(base) = &options.link {
        show_message(&format!("{}\n", link::link_of(&scenario, Some(base))?));
    }
    let until = match options.until {
        None => scenario.duration,
        Some(secs) if secs >= 0.0 => SimTime::from_secs(secs),
        Some(secs) => return Err(Failure::wrong(format!("--until {secs}: is not a time of 0 s or later"))),
    };
    let mut simulation = Simulation::new(&scenario, 0)?;
    let mut printer = Printer::new(&scenario, options.format, BufWriter::new(io::stdout().lock()));
    let until = until.min(simulation.end());
    while !simulation.watch_events(10_000, until, &mut printer) {
        if let Some(error) = printer.error.take() {
            return Err(error.into());
        }
    }
    printer.finish(until)?;
    match simulation.stop() {
        None => Ok(()),
        Some(stop) => Err(Failure::Failed(format!("the script stopped: {stop}"))),
    }
}

/// Prints events in order of time. The engine reports the reception of a packet before the time of the reception, so
/// the printer holds this event back until then.
struct Printer<W: Write> {
    out: W,
    format: Format,
    /// Class and transport of every flow.
    flows: Vec<(&'static str, &'static str)>,
    receptions: BTreeMap<(SimTime, u64), Packet>,
    error: Option<io::Error>,
}

/// An event of the trace.
struct Line<'a> {
    at: SimTime,
    /// The kind of event: a letter in ns-2's trace format, and a word in this program's own format.
    kind: (&'static str, &'static str),
    packet: &'a Packet,
    reason: Option<Reason>,
    waiting: Option<usize>,
}

const ARRIVED: (&str, &str) = ("+", "enqueue");
const LEFT: (&str, &str) = ("-", "dequeue");
const DROPPED: (&str, &str) = ("d", "drop");
const MARKED: (&str, &str) = ("m", "mark");
const RECEIVED: (&str, &str) = ("r", "receive");

impl<W: Write> Printer<W> {
    fn new(scenario: &Scenario, format: Format, out: W) -> Self {
        let flows = scenario
            .flows
            .iter()
            .flat_map(|group| (0..group.count).map(|_| (group.kind.class(), group.kind.transport())))
            .collect();
        Self { out, format, flows, receptions: BTreeMap::new(), error: None }
    }

    fn event(&mut self, line: &Line<'_>) {
        self.receive_until(line.at);
        self.write(line);
    }

    fn receive_until(&mut self, now: SimTime) {
        while let Some(next) = self.receptions.first_entry().filter(|next| next.key().0 <= now) {
            let ((at, _), packet) = next.remove_entry();
            self.write(&Line { at, kind: RECEIVED, packet: &packet, reason: None, waiting: None });
        }
    }

    fn write(&mut self, line: &Line<'_>) {
        if self.error.is_none() {
            self.error = self.try_write(line).err();
        }
    }

    fn try_write(&mut self, line: &Line<'_>) -> io::Result<()> {
        let Line { at, kind: (letter, word), packet, reason, waiting } = line;
        let (class, transport) = self.flows[packet.flow.index()];
        let flow = packet.flow.number();
        match self.format {
            Format::Ndjson => {
                let mut event = json!({
                    "t_s": at.secs(), "event": word, "flow": flow, "class": class, "packet": packet.id,
                    "sequence": packet.sequence, "bytes": packet.bytes,
                });
                if let Some(reason) = reason {
                    event["reason"] = reason.about().id.into();
                }
                if let Some(waiting) = waiting {
                    event["waiting"] = (*waiting).into();
                }
                if packet.is_retransmission {
                    event["retransmission"] = true.into();
                }
                writeln!(self.out, "{event}")
            }
            // The columns: event, time, from node, to node, type, size, flags, flow, source, destination, sequence,
            // packet.
            Format::Ns2 => {
                let kind = if class == "tcp" { "tcp" } else { transport };
                let time = at.secs();
                writeln!(
                    self.out,
                    "{letter} {time:.9} 0 1 {kind} {} ------- {flow} {flow}.0 {flow}.1 {} {}",
                    packet.bytes, packet.sequence, packet.id
                )
            }
        }
    }

    fn finish(mut self, until: SimTime) -> io::Result<()> {
        self.receive_until(until);
        match self.error {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}

impl<W: Write> Probe for Printer<W> {
    fn admitted(&mut self, now: SimTime, packet: &Packet, place: usize) {
        self.event(&Line { at: now, kind: ARRIVED, packet, reason: None, waiting: Some(place + 1) });
    }

    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, _place: Option<usize>) {
        self.event(&Line { at: now, kind: DROPPED, packet, reason: Some(reason), waiting: None });
    }

    fn marked(&mut self, now: SimTime, packet: &Packet, reason: Reason) {
        self.event(&Line { at: now, kind: MARKED, packet, reason: Some(reason), waiting: None });
    }

    fn dequeued(&mut self, now: SimTime, packet: &Packet, discipline: &AnyDiscipline) {
        self.event(&Line { at: now, kind: LEFT, packet, reason: None, waiting: Some(discipline.packets()) });
    }

    fn departed(&mut self, _now: SimTime, packet: &Packet, received_at: SimTime) {
        self.receptions.insert((received_at, packet.id), *packet);
    }
}
