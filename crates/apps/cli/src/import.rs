//! `chokepoint import`: makes a recording from captures on both sides of a router.

use crate::failure::{Failure, show_message};
use crate::shown::{Shown, shown};
use crate::units;
use chokepoint_import::{ImportProblem, Imported, import as import_captures};
use chokepoint_scenes::files;
use clap::Args;
use serde_json::json;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

/// The captures, and what the user knows about the router.
#[derive(Args)]
pub(crate) struct Options {
    /// Capture of the packets that enter the router (pcapng or pcap)
    ///
    /// 128 bytes of each packet are enough.
    entering: String,
    /// Capture of the packets that leave the router, made at the same time
    leaving: String,
    /// Write the recording into this file, e.g. router.chokerec
    ///
    /// The page and chokepoint replay open it.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace the file of --out if it exists
    #[arg(long)]
    replace: bool,
    /// Queue discipline of the recording
    ///
    /// Captures do not show which discipline the router has. chokepoint list aqms prints all disciplines.
    #[arg(long, value_name = "ID", default_value = "drop-tail")]
    aqm: String,
    /// Rate of the link after the queue, e.g. 10mbit; by default, it is inferred
    #[arg(long, value_name = "RATE", value_parser = rate)]
    rate: Option<u64>,
    /// Buffer without the packet in transmission; by default, it is inferred
    #[arg(long, value_name = "PACKETS")]
    buffer: Option<u64>,
    /// Largest number of flows; if there are more, those with the fewest packets are merged
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(3..=20_000))]
    flows: u32,
    /// Seed of the discipline's random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The captures come from different machines
    ///
    /// Their clocks may differ, and there may be a path between them. The smallest delay then counts as a delay without queueing.
    #[arg(long)]
    apart: bool,
    /// Keep the order of the captures, even if most packets travel in the opposite direction
    #[arg(long)]
    as_given: bool,
    /// Print the inferred values as one JSON object
    #[arg(long)]
    json: bool,
}

/// Exit status 0, or 2 if the captures cannot be used.
pub(crate) fn import(options: &Options) -> Result<(), Failure> {
    files::check_free(&options.out, options.replace)?;
    let open = |name: &str| File::open(name).map_err(|error| Failure::wrong(format!("{name}: {error}")));
    let (mut entering, mut leaving) = (open(&options.entering)?, open(&options.leaving)?);
    let how = chokepoint_import::Options {
        aqm: options.aqm.clone(),
        rate_bps: options.rate,
        buffer_packets: options.buffer,
        flows: options.flows as usize,
        seed: options.seed,
        apart: options.apart,
        as_given: options.as_given,
    };
    let imported =
        import_captures((&options.entering, &mut entering), (&options.leaving, &mut leaving), &how).map_err(refused)?;
    let name = options.out.display().to_string();
    // Output is written only after both captures have been read: if the captures are refused, an existing file stays
    // unchanged.
    files::write_whole(&options.out, options.replace, |out| imported.write(out).map(drop))?;
    let mut out = io::stdout().lock();
    if options.json {
        let remarks: Vec<_> = imported.remarks().collect();
        let line = json!({
            "recording": name,
            "inferred": imported.inferred(),
            "recomputed": imported.recomputed(),
            "matters": remarks,
        });
        writeln!(out, "{line}")?;
    } else {
        report(&mut Shown(&mut out), &imported)?;
        show_message(&format!("Written: {}\n", shown(&name)));
    }
    Ok(())
}

fn refused(problem: ImportProblem) -> Failure {
    match problem {
        ImportProblem::Scene(problems) => problems.into(),
        problem => Failure::wrong(problem.to_string()),
    }
}

/// Prints a table of the inferred values beside the values of the run, and the remarks.
fn report(out: &mut impl Write, imported: &Imported) -> io::Result<()> {
    let (inferred, here) = (imported.inferred(), imported.recomputed());
    let number = |value: &serde_json::Value, factor: f64, digits: usize| {
        value.as_f64().map_or_else(|| "-".to_owned(), |value| format!("{:.digits$}", value * factor))
    };
    let bottleneck = &imported.scenario()["bottleneck"]["capacity_bps"];
    let buffer = &imported.scenario()["queue"]["params"]["limit"];
    let rows = [
        ("link [Mb/s]", number(&inferred["rate_bps"], 1e-6, 3), number(bottleneck, 1e-6, 3)),
        ("buffer [packets]", number(&inferred["buffer_packets"], 1.0, 0), number(buffer, 1.0, 0)),
        ("packets that passed", number(&inferred["passed_packets"], 1.0, 0), String::new()),
        ("drops", number(&inferred["dropped_packets"], 1.0, 0), number(&here["dropped_packets"], 1.0, 0)),
        ("marks (ECN)", number(&inferred["marked_packets"], 1.0, 0), number(&here["marked_packets"], 1.0, 0)),
        (
            "mean time in queue and link [ms]",
            number(&inferred["mean_time_in_system_s"], 1e3, 2),
            number(&here["mean_time_in_system_s"], 1e3, 2),
        ),
        ("UDP share [%]", number(&inferred["udp_share"], 100.0, 1), number(&here["udp_share"], 100.0, 1)),
        ("flows", number(&inferred["flows"], 1.0, 0), String::new()),
        ("packets in the other direction", number(&inferred["other_direction_packets"], 1.0, 0), String::new()),
        ("packets of flows that never left", number(&inferred["unmatched_flows_packets"], 1.0, 0), String::new()),
    ];
    writeln!(out, "{:34}{:>14}{:>14}", "", "captures", "recomputed")?;
    for (name, captured, recomputed) in rows {
        writeln!(out, "{}", format!("{name:34}{captured:>14}{recomputed:>14}").trim_end())?;
    }
    imported.remarks().try_for_each(|remark| writeln!(out, "{remark}"))
}

fn rate(text: &str) -> Result<u64, String> {
    let bits = units::rate(text)?;
    if (1_000.0..=1e11).contains(&bits) {
        Ok(bits as u64)
    } else {
        Err("a rate must be from 1kbit to 100gbit".to_owned())
    }
}
