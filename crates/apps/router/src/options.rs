//! The command line. Its one-letter options are those of the program agmrun, in the paper on CHOKe variants by
//! Domański, Domańska and Klamka.

use crate::live::Live;
use crate::rules::Hook;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Chokepoint's queue disciplines on real packets.
#[derive(Parser)]
#[command(name = "chokepoint-router", version, about, arg_required_else_help = true)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Let a discipline decide on the packets that a rule of iptables or nftables sends to a queue of the kernel
    #[command(after_help = LETTERS)]
    Run(RunOptions),
    /// Build a small network on this machine, run real traffic through the router, and compare it with the simulation of the
    /// same scene
    Demo(DemoOptions),
    /// Print the results of a demo's runs and of their simulations as one table
    Compare {
        /// Output of demo --json
        file: PathBuf,
    },
    /// Remove the leftovers of routers that were killed together with their watchdogs
    Clean,
    /// (started by the router itself) wait for the end of the router's process and clean up after it
    #[command(hide = true)]
    Watchdog {
        /// The process to wait for
        of: u32,
    },
    /// (started by the demo itself) send or receive its traffic
    #[command(hide = true)]
    Traffic {
        role: Role,
        /// The process that started this one
        parent: u32,
        /// The network namespace of the traffic
        namespace: String,
    },
}

/// An end of the traffic.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Role {
    Send,
    Receive,
}

const LETTERS: &str = "\
The letters are those of the program agmrun in section 4 of Domański, Domańska and Klamka's paper on CHOKe variants:

  there        here               meaning
  -m SIZE      -m, --min-th       min_th: below this average queue nothing is dropped [packets]
  -M SIZE      -M, --max-th       max_th: from this average queue on every arrival is dropped [packets]
  -Q NUMBER    -Q, --queue        number of the queue of the kernel; 0 by default
  -w WEIGHT    -w, --weight       weight of the moving average; 0.002 by default
  -b SIZE      -b, --buffer       buffer [packets]; 2000 there, 100 here by default
  -c NUMBER    -c, --maxcomp      maximum number of comparisons of gCHOKe; 1 there (which is CHOKe)
  r f b g      r f b g            argument without a dash: CHOKe, Front CHOKe, Back CHOKe, Geometric CHOKe (gCHOKe)";

/// Options of a run with packets that the user's own rule sends.
#[derive(Args)]
pub(crate) struct RunOptions {
    /// Variant of CHOKe, by its letter in the paper: r CHOKe, f Front CHOKe, b Back CHOKe, g gCHOKe
    #[arg(value_name = "VARIANT", conflicts_with = "aqm")]
    pub(crate) variant: Option<Letter>,
    /// Queue discipline (chokepoint list aqms names them)
    #[arg(long, value_name = "ID", default_value = "choke")]
    pub(crate) aqm: String,
    /// Number of the queue of the kernel
    #[arg(short = 'Q', long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) queue: u16,
    /// Rate of the bottleneck, e.g. 10mbit, 500kbit, 1gbit or bits per second
    #[arg(long, value_name = "RATE", value_parser = rate, default_value = "10mbit")]
    pub(crate) rate: u64,
    #[command(flatten)]
    pub(crate) thresholds: Thresholds,
    /// Size of the longest packet, from which disciplines compute times \[bytes\]
    #[arg(long, value_name = "BYTES", default_value_t = 1500, value_parser = clap::value_parser!(u16).range(68..=9000))]
    pub(crate) packet_bytes: u16,
    /// Number of flows to distinguish; a further flow takes the place of the flow that has been silent longest
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(2..=10_000))]
    pub(crate) flows: u32,
    /// Seed of all random numbers
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// End after this many seconds; without it, Ctrl-C ends it
    #[arg(long, value_name = "S")]
    pub(crate) seconds: Option<f64>,
    /// Set the rule, and remove it at the end
    #[arg(long)]
    pub(crate) install: bool,
    /// The rule matches only packets that leave by this device (with --hook input: that arrive by it)
    #[arg(long, value_name = "NAME", value_parser = device)]
    pub(crate) device: Option<String>,
    /// Hook of the rule: the place where packets are taken
    #[arg(long, value_enum, default_value_t)]
    pub(crate) hook: Hook,
    /// The rule matches only TCP and UDP packets to these destination ports, e.g. 5001 or 5001-5010
    #[arg(long, value_name = "FIRST[-LAST]", value_parser = ports)]
    pub(crate) ports: Option<(u16, u16)>,
    /// Record the run into this file, which chokepoint replay runs again
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Replace the file of --record if it exists
    #[arg(long, requires = "record")]
    pub(crate) replace: bool,
    #[command(flatten)]
    pub(crate) live: LiveOptions,
    /// Print the result object as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of the live page.
#[derive(Args, Clone, Debug)]
pub(crate) struct LiveOptions {
    /// Show the run live in a page on this machine, beside its simulation; for one discipline and one run. The page stays
    /// until Ctrl-C
    #[arg(long)]
    pub(crate) live: bool,
    /// The folder of the built page, for --live
    #[arg(long, value_name = "FOLDER", default_value = "web/dist")]
    pub(crate) page: PathBuf,
    /// Port of the loopback interface for the page, for --live; 0 selects a free one
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub(crate) port: u16,
}

impl LiveOptions {
    /// Starts the server if a live page was requested, and prints its address.
    pub(crate) fn start(&self) -> Result<Option<Live>, String> {
        if !self.live {
            return Ok(None);
        }
        let live = Live::start(&self.page, self.port)?;
        eprintln!("Open this address in a browser on this machine:\n  {}", live.address);
        Ok(Some(live))
    }
}

/// Buffer, thresholds and other settings of the discipline.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Thresholds {
    /// Buffer \[packets\]
    #[arg(short = 'b', long, value_name = "PACKETS")]
    pub(crate) buffer: Option<u32>,
    /// `min_th` \[packets\], for the disciplines that have it
    #[arg(short = 'm', long, value_name = "PACKETS")]
    pub(crate) min_th: Option<f64>,
    /// `max_th` \[packets\]
    #[arg(short = 'M', long, value_name = "PACKETS")]
    pub(crate) max_th: Option<f64>,
    /// Weight of the moving average, `w_q`
    #[arg(short = 'w', long, value_name = "WEIGHT")]
    pub(crate) weight: Option<f64>,
    /// Maximum number of comparisons of gCHOKe
    #[arg(short = 'c', long, value_name = "NUMBER")]
    pub(crate) maxcomp: Option<u32>,
    /// Change any other setting of the scene, e.g. max_p=0.05 or ecn=true; may be given several times
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub(crate) changes: Vec<String>,
}

/// A variant of CHOKe, by its letter in the program agmrun.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Letter {
    R,
    F,
    B,
    G,
}

impl Letter {
    /// The discipline.
    pub(crate) const fn aqm(self) -> &'static str {
        match self {
            Self::R => "choke",
            Self::F => "front-choke",
            Self::B => "back-choke",
            Self::G => "gchoke",
        }
    }
}

/// Options of the demo.
#[derive(Args)]
pub(crate) struct DemoOptions {
    /// A preset, a link or a file. If this is missing, and --tcp, --udp, --rate, --udp-rate and --rtt are missing too,
    /// the preset linux-router is used
    #[arg(long, value_name = "ID", conflicts_with_all = ["tcp", "udp", "rate", "udp_rate", "rtt", "packet_bytes", "transport"])]
    pub(crate) preset: Option<String>,
    /// Queue discipline; may be given several times, for one run with each. Without it, the scene's first lane runs
    #[arg(long = "aqm", value_name = "ID")]
    pub(crate) aqms: Vec<String>,
    /// TCP flows
    #[arg(long, value_name = "N")]
    pub(crate) tcp: Option<u32>,
    /// UDP flows
    #[arg(long, value_name = "N")]
    pub(crate) udp: Option<u32>,
    /// Rate of the bottleneck, e.g. 10mbit
    #[arg(long, value_name = "RATE", value_parser = rate)]
    pub(crate) rate: Option<u64>,
    /// Rate of each UDP flow
    #[arg(long, value_name = "RATE", value_parser = rate)]
    pub(crate) udp_rate: Option<u64>,
    /// Round trip of TCP without queueing \[ms\]
    #[arg(long, value_name = "MS")]
    pub(crate) rtt: Option<f64>,
    /// Size of the data packets \[bytes\], IP headers included
    #[arg(long, value_name = "BYTES")]
    pub(crate) packet_bytes: Option<u32>,
    /// TCP of the simulation: newreno, reno, sack or cubic; the kernel uses the same
    #[arg(long, value_name = "ID")]
    pub(crate) transport: Option<String>,
    #[command(flatten)]
    pub(crate) thresholds: Thresholds,
    /// Length of a run \[s\]
    #[arg(long, value_name = "S")]
    pub(crate) seconds: Option<f64>,
    /// Seed of all random numbers
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Run each discipline this many times, with successive seeds
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) repeat: u32,
    /// Congestion control of the kernel for all TCP flows, e.g. bbr, in place of the scene's
    #[arg(long, value_name = "NAME")]
    pub(crate) congestion: Option<String>,
    /// Do not simulate the scene
    #[arg(long)]
    pub(crate) no_simulation: bool,
    /// Print one JSON object a line: the result on this machine, then that of the simulation
    #[arg(long)]
    pub(crate) json: bool,
    /// Record the run into this file, which chokepoint replay runs again; for one discipline and one run
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Replace the file of --record if it exists
    #[arg(long, requires = "record")]
    pub(crate) replace: bool,
    #[command(flatten)]
    pub(crate) live: LiveOptions,
}

/// Parses a rate in the notation of `tc` \[bit/s\].
pub(crate) fn rate(text: &str) -> Result<u64, String> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(lower.len());
    let (number, unit) = lower.split_at(digits);
    let factor = match unit.trim() {
        "" | "bit" | "bps" => 1.0,
        "k" | "kbit" | "kbps" => 1e3,
        "m" | "mbit" | "mbps" => 1e6,
        "g" | "gbit" | "gbps" => 1e9,
        _ => return Err(format!("{text}: the units are bit, kbit, mbit and gbit")),
    };
    let bits = number.parse::<f64>().map_err(|_| format!("{text}: is not a rate, such as 10mbit"))? * factor;
    // The limits are those of the engine for the rate of a link.
    if (1_000.0..=1e11).contains(&bits) {
        Ok(bits.round() as u64)
    } else {
        Err(format!("{text}: a rate must be from 1kbit to 100gbit"))
    }
}

/// One port or a range of them.
fn ports(text: &str) -> Result<(u16, u16), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if 0 < first && first <= last => Ok((first, last)),
        _ => Err(format!("{text}: is neither a port from 1 to 65535 nor a range of ports such as 5001-5010")),
    }
}

/// Checks a device name. It becomes part of a firewall rule, so it must be one that the kernel allows.
fn device(text: &str) -> Result<String, String> {
    let is_name = (1..16).contains(&text.len())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '@' | ':'))
        && !text.starts_with('-');
    if is_name {
        Ok(text.to_owned())
    } else {
        Err(format!("{text}: is not a name of a device: up to 15 letters, digits, . _ - @ :"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_grammar_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn rates_have_the_form_of_tc() {
        let good = [
            ("10mbit", 10_000_000),
            ("2.5Gbit", 2_500_000_000),
            ("64kbit", 64_000),
            ("1000", 1_000),
            ("5m", 5_000_000),
        ];
        for (text, bits) in good {
            assert_eq!(rate(text), Ok(bits), "{text}");
        }
        for bad in ["", "fast", "10 parsecs", "-1mbit", "1.2.3m", "999", "200gbit"] {
            assert!(rate(bad).unwrap_err().starts_with(bad), "{bad}");
        }
    }

    #[test]
    fn arguments_that_become_part_of_a_rule_are_checked() {
        assert_eq!(ports("5001"), Ok((5001, 5001)));
        assert_eq!(ports("5001-5010"), Ok((5001, 5010)));
        for bad in ["0", "9-8", "70000", "a", "1-2-3"] {
            assert!(ports(bad).is_err(), "{bad}");
        }
        assert_eq!(device("eth0.7"), Ok("eth0.7".into()));
        for bad in ["", "a b", "-j", "x;reboot", "sixteen-letters-", "\"", "é"] {
            assert!(device(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_letters_of_the_paper_are_accepted() {
        let words = "chokepoint-router run -m 5 -M 15 -Q 7 -w 0.01 -b 2000 -c 3 g".split(' ');
        let Command::Run(options) =
            CommandLine::try_parse_from(words).unwrap_or_else(|error| panic!("{error}")).command
        else {
            panic!("another command");
        };
        let Thresholds { buffer, min_th, max_th, weight, maxcomp, .. } = options.thresholds;
        assert_eq!((min_th, max_th, weight, buffer, maxcomp), (Some(5.0), Some(15.0), Some(0.01), Some(2000), Some(3)));
        assert_eq!((options.queue, options.variant.map(Letter::aqm)), (7, Some("gchoke")));
    }
}
