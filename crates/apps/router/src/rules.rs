//! The firewall rule that sends packets to the queue: printed, set and removed by the program. It has its own table or
//! chain, named after this process's id, so that no other rules are affected.

use crate::stop::{Ended, Stop};
use crate::tool;
use clap::ValueEnum;
use std::fmt::Write;

/// The place in the kernel at which packets are taken.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub(crate) enum Hook {
    /// Packets that this machine forwards.
    #[default]
    Forward,
    /// Packets to this machine itself.
    Input,
    /// Packets that this machine sends.
    Output,
}

impl Hook {
    const fn chain(self) -> &'static str {
        match self {
            Self::Forward => "FORWARD",
            Self::Input => "INPUT",
            Self::Output => "OUTPUT",
        }
    }
}

/// The packets that go to the queue.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Rule {
    /// The id of the process that sets the rule.
    pub(crate) process: u32,
    pub(crate) queue: u16,
    pub(crate) hook: Hook,
    /// The device by which packets leave or, for `Input`, arrive; `None` for any.
    pub(crate) device: Option<String>,
    /// First and last TCP and UDP port; `None` for all packets.
    pub(crate) ports: Option<(u16, u16)>,
}

/// The program that manages the rule.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Keeper {
    Nft,
    Iptables,
}

/// The two programs of iptables, one for each version of IP.
const BOTH: [&str; 2] = ["iptables", "ip6tables"];
const TABLE: &str = "chokepoint_";
const CHAIN: &str = "CHOKEPOINT-";

impl Rule {
    /// The commands that set the rule, as a user would type them.
    pub(crate) fn commands_to_set(&self, keeper: Keeper) -> Vec<String> {
        match keeper {
            Keeper::Nft => vec![format!("nft '{}'", self.nft_script().replace('\n', " ").trim())],
            Keeper::Iptables => lines_of(&self.iptables_to_set()),
        }
    }

    /// The commands that remove the rule.
    pub(crate) fn commands_to_remove(&self, keeper: Keeper) -> Vec<String> {
        match keeper {
            Keeper::Nft => vec![format!("nft delete table inet {TABLE}{}", self.process)],
            Keeper::Iptables => lines_of(&self.iptables_to_remove()),
        }
    }

    /// Sets the rule with nftables if the kernel's nftables supports queues, else with iptables. Returns the program.
    pub(crate) fn set(&self, stop: &Stop) -> Result<Keeper, Ended> {
        let nft = match tool::run_unless(stop, "nft", &["-f", "-"], &self.nft_script()) {
            Ok(_) => return Ok(Keeper::Nft),
            Err(Ended::Stopped) => return Err(Ended::Stopped),
            Err(Ended::Failed(nft)) => nft,
        };
        for words in self.iptables_to_set() {
            let arguments: Vec<_> = words[1..].iter().map(String::as_str).collect();
            tool::run_unless(stop, &words[0], &arguments, "").map_err(|ended| match ended {
                Ended::Stopped => Ended::Stopped,
                Ended::Failed(iptables) => Ended::Failed(format!(
                    "the rule cannot be set, neither by nftables ({nft}) nor by iptables ({iptables})"
                )),
            })?;
        }
        Ok(Keeper::Iptables)
    }

    /// A script that creates a separate table. With `bypass`, traffic passes once this program has ended.
    fn nft_script(&self) -> String {
        let Self { process, queue, hook, device, ports } = self;
        let mut condition = String::new();
        if let Some(device) = device {
            let side = if *hook == Hook::Input { "iifname" } else { "oifname" };
            let _ = write!(condition, "{side} \"{device}\" ");
        }
        if let Some((first, last)) = ports {
            let _ = write!(condition, "meta l4proto {{ tcp, udp }} th dport {first}-{last} ");
        }
        let hook = hook.chain().to_lowercase();
        format!(
            "table inet {TABLE}{process} {{\nchain packets {{\ntype filter hook {hook} priority 0;\n{condition}queue flags bypass to {queue};\n}};\n}};\n"
        )
    }

    fn iptables_to_set(&self) -> Vec<Vec<String>> {
        let chain = format!("{CHAIN}{}", self.process);
        let queue = self.queue.to_string();
        let mut all = Vec::new();
        for program in BOTH {
            all.push(words(program, &["-w", "-N", &chain]));
            let device =
                self.device.as_deref().map(|device| [if self.hook == Hook::Input { "-i" } else { "-o" }, device]);
            let device = device.iter().flatten().copied().collect::<Vec<_>>();
            let ports = self.ports.map(|(first, last)| format!("{first}:{last}"));
            let target = ["-j", "NFQUEUE", "--queue-num", &queue, "--queue-bypass"];
            match &ports {
                None => all.push(words(program, &[&["-w", "-A", &chain][..], &device, &target].concat())),
                Some(ports) => all.extend(["tcp", "udp"].map(|protocol| {
                    let packets = ["-p", protocol, "--dport", ports];
                    words(program, &[&["-w", "-A", &chain][..], &device, &packets, &target].concat())
                })),
            }
            all.push(words(program, &["-w", "-I", self.hook.chain(), "1", "-j", &chain]));
        }
        all
    }

    fn iptables_to_remove(&self) -> Vec<Vec<String>> {
        let chain = format!("{CHAIN}{}", self.process);
        let of = |program: &str| {
            [
                words(program, &["-w", "-D", self.hook.chain(), "-j", &chain]),
                words(program, &["-w", "-F", &chain]),
                words(program, &["-w", "-X", &chain]),
            ]
        };
        BOTH.into_iter().flat_map(of).collect()
    }
}

/// Removes all rules of `process`, even if only some were set. Returns the failures.
pub(crate) fn remove_all_of(process: u32) -> Vec<String> {
    let mut problems = Vec::new();
    if owners_in_nft().contains(&process) {
        let table = format!("{TABLE}{process}");
        problems.extend(tool::run("nft", &["delete", "table", "inet", &table]).err());
    }
    for program in BOTH {
        let Ok(rules) = tool::run(program, &["-w", "-S"]) else { continue };
        let chain = format!("{CHAIN}{process}");
        for hook in [Hook::Forward, Hook::Input, Hook::Output] {
            let jump = format!("-A {} -j {chain}", hook.chain());
            for _ in rules.lines().filter(|line| **line == jump) {
                problems.extend(tool::run(program, &["-w", "-D", hook.chain(), "-j", &chain]).err());
            }
        }
        if rules.lines().any(|line| line == format!("-N {chain}")) {
            problems.extend(tool::run(program, &["-w", "-F", &chain]).err());
            problems.extend(tool::run(program, &["-w", "-X", &chain]).err());
        }
    }
    problems
}

/// The ids of processes whose rules exist on this machine. The processes themselves may have ended.
pub(crate) fn owners() -> Vec<u32> {
    let mut all = owners_in_nft();
    for program in BOTH {
        let rules = tool::run(program, &["-w", "-S"]).unwrap_or_default();
        all.extend(rules.lines().filter_map(|line| line.strip_prefix("-N ")?.strip_prefix(CHAIN)?.parse::<u32>().ok()));
    }
    all.sort_unstable();
    all.dedup();
    all
}

fn owners_in_nft() -> Vec<u32> {
    let tables = tool::run("nft", &["list", "tables"]).unwrap_or_default();
    tables.lines().filter_map(|line| line.strip_prefix("table inet ")?.strip_prefix(TABLE)?.parse().ok()).collect()
}

fn words(program: &str, arguments: &[&str]) -> Vec<String> {
    std::iter::once(&program).chain(arguments).map(|&word| word.to_owned()).collect()
}

fn lines_of(commands: &[Vec<String>]) -> Vec<String> {
    commands.iter().map(|words| words.join(" ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule() -> Rule {
        Rule { process: 42, queue: 3, hook: Hook::Forward, device: Some("eth1".into()), ports: None }
    }

    #[test]
    fn printed_commands_set_and_remove_the_rule() {
        assert_eq!(
            rule().commands_to_set(Keeper::Nft),
            [
                "nft 'table inet chokepoint_42 { chain packets { type filter hook forward priority 0; oifname \"eth1\" queue flags bypass to 3; }; };'"
            ]
        );
        assert_eq!(
            &rule().commands_to_set(Keeper::Iptables)[..3],
            [
                "iptables -w -N CHOKEPOINT-42",
                "iptables -w -A CHOKEPOINT-42 -o eth1 -j NFQUEUE --queue-num 3 --queue-bypass",
                "iptables -w -I FORWARD 1 -j CHOKEPOINT-42",
            ]
        );
        assert_eq!(rule().commands_to_remove(Keeper::Nft), ["nft delete table inet chokepoint_42"]);
        let removal = rule().commands_to_remove(Keeper::Iptables);
        assert_eq!(removal.len(), 6);
        assert_eq!(removal[0], "iptables -w -D FORWARD -j CHOKEPOINT-42");
    }

    #[test]
    fn a_rule_contains_ports_and_the_direction_of_its_device() {
        let rule = Rule { ports: Some((20_000, 20_005)), hook: Hook::Input, ..rule() };
        let nft = &rule.commands_to_set(Keeper::Nft)[0];
        assert!(nft.contains("iifname \"eth1\" meta l4proto { tcp, udp } th dport 20000-20005 queue"), "{nft}");
        let iptables = rule.commands_to_set(Keeper::Iptables);
        assert!(iptables.contains(&"ip6tables -w -A CHOKEPOINT-42 -i eth1 -p udp --dport 20000:20005 -j NFQUEUE --queue-num 3 --queue-bypass".to_owned()));
        assert_eq!(iptables.len(), 8);
    }
}
