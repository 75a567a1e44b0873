//! The states of loss recovery, and the transitions between them [tcp_fastretrans_alert].

use super::ack::News;
use super::timers::{LEAST_TIMER, Timer};
use super::{Linux, State};
use crate::base::time::SimTime;
use crate::endpoint::tcp::WindowEvent;
use crate::endpoint::tcp::connection::Connection;

/// The packets to send after an acknowledgement is processed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Repair {
    Nothing,
    /// Lost packets.
    Lost,
    /// New packets, before any lost packets. Their acknowledgements show whether the timeout was spurious.
    New,
}

impl Linux {
    /// Processes losses and marks [tcp_fastretrans_alert].
    pub(super) fn alert(&mut self, c: &mut Connection, news: &mut News, now: SimTime) -> Repair {
        if news.is_echo {
            self.undo_threshold = 0;
        }
        let edge = c.highest_ack + 1;
        if self.state == State::Open {
            self.retransmitting_since = None;
        } else if edge >= self.high {
            match self.state {
                State::Cwr if edge != self.high => {
                    self.end_reduction();
                    self.enter(State::Open, c, now);
                }
                State::Recovery => {
                    if self.may_undo(*news) {
                        self.undo(false);
                    }
                    self.end_reduction();
                    self.rack.recovery_ended();
                    self.enter(State::Open, c, now);
                }
                _ => {}
            }
        }
        match self.state {
            State::Recovery => {
                if news.is_advance && self.undo_from.is_some() && news.is_delayed {
                    // The original packet was only delayed, so no packet was lost.
                    if self.board.again == 0 {
                        self.retransmitting_since = None;
                        self.undo(true);
                        self.keep_open(c, now);
                    }
                    return Repair::Nothing;
                }
                if self.undo_from.is_some() && self.undo_count == Some(0) {
                    self.undo(false);
                    self.try_to_open(c, *news, now);
                }
                self.identify_losses(news, now);
                if self.state != State::Recovery {
                    if self.board.lost == 0 {
                        return Repair::Nothing;
                    }
                    self.recover(c, news.is_echo, now);
                }
            }
            State::Loss => {
                let repair = self.go_on_after_timeout(c, news, now);
                self.identify_losses(news, now);
                if self.state != State::Open && !news.is_retransmission_lost {
                    return repair;
                }
                return self.look_again(c, news, now).unwrap_or(repair);
            }
            State::Open | State::Disorder | State::Cwr => {
                return self.look_again(c, news, now).unwrap_or(Repair::Nothing);
            }
        }
        Repair::Lost
    }

    /// The last step of processing an acknowledgement if no repair is in progress. Undoes the previous cut if all its
    /// retransmissions have turned out to be spurious, and begins recovery if a packet is lost.
    pub(super) fn look_again(&mut self, c: &mut Connection, news: &mut News, now: SimTime) -> Option<Repair> {
        if self.state <= State::Disorder && self.undo_from.is_some() && self.undo_count == Some(0) {
            self.undo(false);
        }
        self.identify_losses(news, now);
        if self.board.lost == 0 {
            self.try_to_open(c, *news, now);
            return None;
        }
        self.recover(c, news.is_echo, now);
        Some(Repair::Lost)
    }

    pub(super) fn identify_losses(&mut self, news: &mut News, now: SimTime) {
        if self.board.out() == 0 || !self.rack.has_news {
            return;
        }
        let again = self.board.again;
        let path = self.path();
        let (count, wait) = self.rack.mark_losses(&mut self.board, path, now);
        self.lost += u64::from(count);
        news.is_retransmission_lost |= self.board.again < again;
        if let Some(wait) = wait {
            self.timer = Some((Timer::Reordering, now + wait + LEAST_TIMER));
            news.sets_timer = false;
        }
    }

    pub(super) fn try_to_open(&mut self, c: &mut Connection, news: News, now: SimTime) {
        if news.is_echo && self.state < State::Cwr {
            self.undo_threshold = 0;
            self.undo_from = None;
            self.begin_reduction(c);
            c.note(WindowEvent::EcnCut);
            self.enter(State::Cwr, c, now);
        }
        if self.state != State::Cwr {
            self.keep_open(c, now);
        }
    }

    pub(super) fn keep_open(&mut self, c: &Connection, now: SimTime) {
        let is_disordered = self.board.held + self.board.lost + self.board.again > 0;
        let state = if is_disordered { State::Disorder } else { State::Open };
        if self.state != state {
            self.enter(state, c, now);
            self.high = c.next;
        }
    }

    pub(super) fn recover(&mut self, c: &mut Connection, is_echo: bool, now: SimTime) {
        self.undo_threshold = 0;
        self.begin_undo(c);
        if !self.state.is_reducing() {
            if !is_echo {
                self.undo_threshold = self.current_threshold();
            }
            self.begin_reduction(c);
            c.note(WindowEvent::FastRetransmit);
        }
        self.enter(State::Recovery, c, now);
    }

    pub(super) fn current_threshold(&self) -> u32 {
        if self.state.is_reducing() { self.window.ssthresh } else { self.window.present_threshold() }
    }
}
