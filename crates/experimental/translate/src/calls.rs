//! Translates the function calls of a script to C++.

use super::expression::{Expressions, Piece, mixed};
use super::kinds::Kind;
use chokepoint_script::tree::{
    At, Change, Field, Host, Inspect, Lowered, Node, PacketField, Place, Pure, Value, wrong,
};

impl Expressions<'_, '_> {
    pub(super) fn call(&self, callee: usize, args: &[Node], at: At) -> Lowered<Piece> {
        self.in_order(args, at)?;
        let wanted = &self.kinds.locals[callee];
        let args =
            args.iter().zip(wanted).map(|(arg, kind)| self.wanted(arg, kind, at)).collect::<Lowered<Vec<_>>>()?;
        Ok(Piece::whole(format!("{}({})", self.functions[callee], args.join(", "))))
    }

    pub(super) fn pure(&self, pure: Pure, args: &[Node], at: At) -> Lowered<Piece> {
        self.in_order(args, at)?;
        if matches!(pure, Pure::Keys | Pure::Values) {
            return match self.kind(&args[0]) {
                Kind::Map(_) => {
                    let name = if pure == Pure::Keys { "keys" } else { "values" };
                    Ok(Piece::whole(format!("{name}({})", self.text(&args[0])?)))
                }
                kind => wrong(at, format!("a map is required, but this is {}", kind.in_words())),
            };
        }
        let kinds: Vec<Kind> = args.iter().map(|arg| self.kind(arg)).collect();
        let pieces = args.iter().map(|arg| self.number(arg, at)).collect::<Lowered<Vec<_>>>()?;
        let texts: Vec<String> = pieces.into_iter().map(|piece| piece.text).collect();
        if let (Pure::Min | Pure::Max, [first, rest @ ..]) = (pure, &texts[..]) {
            if kinds.iter().any(|kind| *kind != kinds[0]) {
                return wrong(at, mixed(&kinds[0], kinds.iter().find(|kind| **kind != kinds[0]).unwrap_or(&kinds[0])));
            }
            let is_least = pure == Pure::Min;
            let kind = kinds[0].cpp();
            let name = if is_least { "std::min" } else { "std::max" };
            let all = rest.iter().fold(first.clone(), |best, other| format!("{name}<{kind}>({best}, {other})"));
            return Ok(Piece::whole(all));
        }
        let is_whole = kinds[0] == Kind::Int;
        let x = &texts[0];
        Ok(Piece::whole(match (pure, texts.get(1)) {
            (Pure::Abs, _) if is_whole => format!("std::abs(int64_t({x}))"),
            (Pure::Int, _) if is_whole => return self.piece(&args[0]),
            (Pure::Abs, _) => format!("std::abs({x})"),
            (Pure::Floor, _) => format!("std::floor(double({x}))"),
            (Pure::Ceil, _) => format!("std::ceil(double({x}))"),
            (Pure::Round, _) => format!("std::round(double({x}))"),
            (Pure::Sqrt, _) => format!("std::sqrt(double({x}))"),
            (Pure::Exp, _) => format!("std::exp(double({x}))"),
            (Pure::Ln, _) => format!("std::log(double({x}))"),
            (Pure::Pow, Some(y)) => format!("std::pow(double({x}), double({y}))"),
            (Pure::Powi, Some(n)) if kinds[1] == Kind::Int => format!("powi({x}, {n})"),
            (Pure::Hash, Some(salt)) if is_whole && kinds[1] == Kind::Int => format!("hash({x}, {salt})"),
            (Pure::Int, _) => format!("int64_t({x})"),
            (Pure::Real, _) => format!("double({x})"),
            (Pure::Ns, _) => format!("ns({x})"),
            _ => return wrong(at, "whole numbers are required"),
        }))
    }

    pub(super) fn inspect(&self, inspect: Inspect, place: &Place, args: &[Node], at: At) -> Lowered<Piece> {
        let kind = self.kinds.at(self.function, place);
        let whole = self.place(place)?;
        Ok(Piece::whole(match (inspect, &kind) {
            (Inspect::Len, Kind::Array(_) | Kind::Map(_)) => format!("int64_t({whole}.size())"),
            (Inspect::IsEmpty, Kind::Array(_) | Kind::Map(_)) => format!("{whole}.empty()"),
            (Inspect::Contains, Kind::Array(item)) => {
                format!("contains({whole}, {})", self.wanted(&args[0], item, at)?)
            }
            (Inspect::Contains, Kind::Map(_)) => {
                format!("contains({whole}, {})", self.wanted(&args[0], &Kind::Int, at)?)
            }
            _ => return wrong(at, format!("this is asked of {}", kind.in_words())),
        }))
    }

    /// A call that changes the value of a variable or property, such as `list.push(x)`. `is_value` tells whether the
    /// result of the call is used.
    pub(super) fn change(
        &self,
        change: Change,
        place: &Place,
        args: &[Node],
        at: At,
        is_value: bool,
    ) -> Lowered<Piece> {
        self.in_order(args, at)?;
        let kind = self.kinds.at(self.function, place);
        let whole = self.place(place)?;
        let text = match (change, &kind, args) {
            (Change::Push, Kind::Array(item), [value]) => {
                format!("{whole}.push_back({})", self.wanted(value, item, at)?)
            }
            (Change::Insert, Kind::Array(item), [key, value]) => {
                let key = self.wanted(key, &Kind::Int, at)?;
                format!("insert({whole}, {key}, {})", self.wanted(value, item, at)?)
            }
            (Change::Pop, Kind::Array(_), []) => format!("pop({whole})"),
            (Change::Remove, Kind::Array(_), [key]) if is_value => {
                format!("removed({whole}, {})", self.wanted(key, &Kind::Int, at)?)
            }
            (Change::Remove, Kind::Array(_) | Kind::Map(_), [key]) if !is_value => {
                format!("remove({whole}, {})", self.wanted(key, &Kind::Int, at)?)
            }
            (Change::Remove, Kind::Map(_), _) => {
                return wrong(at, "the result of remove(key) on a map, which may be nothing; read the item first");
            }
            (Change::Clear, Kind::Array(_) | Kind::Map(_), []) => format!("{whole}.clear()"),
            _ => return wrong(at, format!("this is done to {}", kind.in_words())),
        };
        Ok(Piece::whole(text))
    }

    pub(super) fn host(&self, host: Host, args: &[Node], at: At) -> Lowered<Piece> {
        self.in_order(args, at)?;
        // If a function works on one queue, its first argument is the number of this queue. The constant number 0
        // becomes `queue`; any other number k becomes `queue.of(k)`.
        let of = |it: &Self| -> Lowered<String> {
            Ok(match &args[0] {
                Node::Const(Value::Int(0)) => "queue".into(),
                number => format!("queue.of({})", it.wanted(number, &Kind::Int, at)?),
            })
        };
        let whole = |place: usize| self.wanted(&args[place], &Kind::Int, at);
        let text = |place: usize| self.wanted(&args[place], &Kind::Text, at);
        let real = |place: usize| {
            Ok::<_, chokepoint_engine::discipline::scripted::ScriptProblem>(self.number(&args[place], at)?.text)
        };
        Ok(Piece::whole(match host {
            Host::Admit => "admit()".into(),
            Host::Drop => format!("drop({})", text(0)?),
            Host::Mark => format!("mark({})", text(0)?),
            Host::Chance => "chance()".into(),
            Host::Happens => format!("happens({})", real(0)?),
            Host::Pick => format!("pick({})", whole(0)?),
            Host::NowNs => "now_ns()".into(),
            Host::NowS => "now_s()".into(),
            Host::WakeAtNs => format!("wake_at_ns({})", whole(0)?),
            Host::Sleep => "sleep()".into(),
            Host::QueueLen => "queue.len()".into(),
            Host::QueueBytes => "queue.bytes()".into(),
            Host::QueueIsEmpty => "queue.is_empty()".into(),
            Host::QueueAt => format!("{}.at({})", of(self)?, whole(1)?),
            Host::QueueDraw => {
                let rest = (1..args.len()).map(whole).collect::<Lowered<Vec<_>>>()?;
                format!("{}.draw({})", of(self)?, rest.join(", "))
            }
            Host::QueueDrop => {
                let places = match self.kind(&args[1]) {
                    Kind::Int | Kind::Array(_) => self.text(&args[1])?,
                    kind => return wrong(at, format!("positions are required, but this is {}", kind.in_words())),
                };
                format!("{}.drop({places}, {})", of(self)?, text(2)?)
            }
            Host::QueueMark => format!("{}.mark({}, {})", of(self)?, whole(1)?, text(2)?),
            Host::QueueSend => format!("{}.send()", of(self)?),
            Host::QueuePush => "queue.push()".into(),
            Host::QueuePushTo => format!("queue.push_to({})", whole(0)?),
            Host::QueueNumbers => "queue.numbers()".into(),
            Host::OfLen => format!("queue.of({}).len()", whole(0)?),
            Host::OfBytes => format!("queue.of({}).bytes()", whole(0)?),
            Host::OfIsEmpty => format!("queue.of({}).is_empty()", whole(0)?),
            Host::LinkCapacity => "link.capacity_bps".into(),
            Host::LinkDelay => "link.delay_s".into(),
            Host::LinkPacketBytes => "link.packet_bytes".into(),
            Host::LinkHashSalt => "link.hash_salt".into(),
            Host::LinkPacketsIn => format!("link.packets_in({})", whole(0)?),
            Host::LinkNsFor => format!("link.ns_for({})", whole(0)?),
        }))
    }
}

/// The C++ name of a packet field.
pub(super) fn of_packet(field: &Field, at: At) -> Lowered<&'static str> {
    Ok(match field.of_packet {
        Some(PacketField::Id) => "id",
        Some(PacketField::Flow) => "flow",
        Some(PacketField::Bytes) => "bytes",
        Some(PacketField::Sequence) => "sequence",
        Some(PacketField::ArrivedNs) => "arrived_ns",
        Some(PacketField::Priority) => "priority",
        Some(PacketField::IsUdp) => "is_udp",
        Some(PacketField::IsSyn) => "is_syn",
        Some(PacketField::IsRetransmission) => "is_retransmission",
        Some(PacketField::IsEcnCapable) => "is_ecn_capable",
        Some(PacketField::IsMarked) => "is_marked",
        None => return wrong(at, format!("a packet has no {}", field.key)),
    })
}
