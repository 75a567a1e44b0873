//! The stored runs of an experiment: result objects of this engine, or the text sent by a worker of the page.

use super::RunOutput;
use crate::measure::{Bins, GroupDelays, GroupRates, RunResult};
use crate::scenario::{Problem, json_text};
use serde_json::Value;

/// A part of a run, from which metrics are computed.
#[derive(Clone, Copy, Debug)]
pub struct Measured<'a> {
    /// The result object of the part.
    pub result: &'a RunResult,
    /// Bins of the whole run, if the run recorded bins.
    pub bins: Option<&'a Bins>,
    /// Rates of the groups of flows after the last change of the scene, if the run recorded them.
    pub rates: Option<&'a GroupRates>,
    /// Waiting times of the groups of flows, if the run recorded them.
    pub delays: Option<&'a GroupDelays>,
}

/// The results of a run over the whole window, and over the halves of the window if these are known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parts {
    whole: RunResult,
    pub(super) halves: Option<[RunResult; 2]>,
    pub(super) bins: Option<Bins>,
    rates: Option<GroupRates>,
    delays: Option<GroupDelays>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Whole,
    First,
    Second,
}

impl Parts {
    pub(super) fn whole(&self) -> Measured<'_> {
        Measured {
            result: &self.whole,
            bins: self.bins.as_ref(),
            rates: self.rates.as_ref(),
            delays: self.delays.as_ref(),
        }
    }

    /// The measurements over the whole window or over one of its halves. `None` for a half if the halves are not known.
    pub(super) fn of_part(&self, part: Part) -> Option<Measured<'_>> {
        let half = |place: usize| {
            Some(Measured { result: &self.halves.as_ref()?[place], bins: None, rates: None, delays: None })
        };
        match part {
            Part::Whole => Some(self.whole()),
            Part::First => half(0),
            Part::Second => half(1),
        }
    }

    pub(super) fn of(RunOutput { result, halves, bins, rates, delays }: RunOutput) -> Self {
        Self { whole: result, halves: Some(halves), bins, rates, delays }
    }

    /// Parses the text of [`RunOutput::to_text`] or of a bare result object.
    pub(super) fn parse(text: &str) -> Result<Self, Problem> {
        let read = json_text::read(text).map_err(|problems| unreadable(&problems[0].problem))?;
        if read.get("result").is_none() {
            return Ok(Self { whole: of_json(read)?, halves: None, bins: None, rates: None, delays: None });
        }
        let Value::Object(mut fields) = read else { return Err(unreadable("it is not an object")) };
        let mut take = |field: &str| fields.remove(field).unwrap_or_default();
        let bins: Option<Bins> = of_json(take("bins"))?;
        if bins.as_ref().is_some_and(|bins| !bins.fit_each_other()) {
            return Err(unreadable("its bins do not fit each other"));
        }
        let (halves, rates, delays) = (of_json(take("halves"))?, of_json(take("rates"))?, of_json(take("delays"))?);
        Ok(Self { whole: of_json(take("result"))?, halves, bins, rates, delays })
    }
}

fn of_json<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, Problem> {
    serde_json::from_value(value).map_err(|error| unreadable(&error.to_string()))
}

fn unreadable(why: &str) -> Problem {
    Problem::new("result", format!("is not a result object: {why}"))
}
