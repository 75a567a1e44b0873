//! Prints the state hash of a scene's first lane at several times, one per line, for the WebAssembly tests to compare
//! with their own.
//!
//! `state_hashes FILE MOMENT…`, where a moment is a time in seconds, or `#` and a decision's serial number.

use chokepoint_engine::probe::NoProbe;
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Scenario, Simulation};
use std::error::Error;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let text = fs::read_to_string(arguments.next().ok_or("a file with a scene is missing")?)?;
    let scenario = Scenario::parse_text(&text).map_err(|problems| format!("{problems:?}"))?;
    for moment in arguments {
        let mut simulation = Simulation::new(&scenario, 0).map_err(|problems| format!("{problems:?}"))?;
        match moment.strip_prefix('#') {
            Some(serial) => {
                for _ in 0..serial.parse::<u64>()? {
                    simulation.step_decision(&mut NoProbe);
                }
            }
            None => simulation.advance_to(SimTime::from_secs(moment.parse()?)),
        }
        println!("{:016x}", simulation.state_hash());
    }
    Ok(())
}
