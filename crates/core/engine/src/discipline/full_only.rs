//! A discipline that exists only in the full build. Every build lists it in the catalog, but the smaller build returns
//! an error instead of a queue.

use super::about::About;
use super::scripted::Stop;
use super::settings::{Settings, SettingsProblem};
use super::{Context, Discipline, LinkFacts, Tracer, Viewer};
use crate::base::hash::StateHash;
use crate::base::only::{LEFT_OUT, Only};
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::SimTime;

impl<D: Discipline> Discipline for Only<D> {
    const ABOUT: &'static About = D::ABOUT;
    const IS_FULL_ONLY: bool = true;
    const DECISIONS: &'static [&'static str] = D::DECISIONS;

    type Params = Only<D::Params>;

    fn about(&self) -> &'static About {
        (**self).about()
    }

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Self::Params, SettingsProblem> {
        let mark = Only::MARK.ok_or_else(|| SettingsProblem::new("aqm", LEFT_OUT))?;
        mark.try_map(|()| D::params(settings, link))
    }

    fn new(params: Self::Params) -> Self {
        params.map(D::new)
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Self::Params, cx: &mut Context<'_, C, S>) {
        (**self).reconfigure(params.get(), cx);
    }

    #[inline]
    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        (**self).enqueue(packet, cx);
    }

    #[inline]
    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        (**self).dequeue(cx)
    }

    fn next_timer(&self) -> Option<SimTime> {
        (**self).next_timer()
    }

    fn on_timer<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        (**self).on_timer(cx);
    }

    fn packets(&self) -> usize {
        (**self).packets()
    }

    fn bytes(&self) -> u64 {
        (**self).bytes()
    }

    fn limit(&self) -> usize {
        (**self).limit()
    }

    fn average(&self) -> Option<f64> {
        (**self).average()
    }

    fn front_region(&self) -> Option<usize> {
        (**self).front_region()
    }

    fn heap_bytes(&self) -> usize {
        (**self).heap_bytes()
    }

    fn state_bytes(&self) -> usize {
        (**self).state_bytes()
    }

    fn stop(&self) -> Option<Only<&Stop>> {
        (**self).stop()
    }

    fn operations(&self) -> Option<u64> {
        (**self).operations()
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        (**self).view(viewer);
    }

    fn fold(&self, hash: &mut StateHash) {
        (**self).fold(hash);
    }
}
