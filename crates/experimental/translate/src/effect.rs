//! Side effects of expressions, which matter because C++ leaves the evaluation order within an expression open.

use chokepoint_script::tree::{Block, Host, Node, Place, Root, Step, Stmt};

/// The side effect of an expression.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Effect {
    /// The expression reads no value that may change during the evaluation.
    None,
    Reads,
    Changes,
}

/// The strongest side effect that an expression may have.
pub(super) fn effect(node: &Node) -> Effect {
    let of_all = |parts: &[Node]| parts.iter().map(effect).max().unwrap_or(Effect::None);
    match node {
        Node::Const(_) | Node::Local(_) | Node::Param(_) => Effect::None,
        Node::This(..) => Effect::Reads,
        Node::Negative(part, _) | Node::Not(part, _) | Node::Field(part, ..) => effect(part),
        Node::Binary(_, sides, _) | Node::Index(sides, _) => effect(&sides.0).max(effect(&sides.1)),
        Node::And(parts, _) | Node::Or(parts, _) | Node::Array(parts, _) | Node::Pure(_, parts, _) => of_all(parts),
        Node::Map(parts, _) => parts.iter().map(|(_, part)| effect(part)).max().unwrap_or(Effect::None),
        Node::Read(place) => of_place(place),
        Node::Inspect(_, place, args, _) => of_place(place).max(of_all(args)),
        Node::Call(..) | Node::Change(..) => Effect::Changes,
        Node::Host(host, args, _) => {
            let own = match host {
                Host::NowNs
                | Host::NowS
                | Host::LinkCapacity
                | Host::LinkDelay
                | Host::LinkPacketBytes
                | Host::LinkHashSalt
                | Host::LinkPacketsIn
                | Host::LinkNsFor => Effect::None,
                Host::QueueLen
                | Host::QueueBytes
                | Host::QueueIsEmpty
                | Host::QueueAt
                | Host::QueueNumbers
                | Host::OfLen
                | Host::OfBytes
                | Host::OfIsEmpty => Effect::Reads,
                _ => Effect::Changes,
            };
            own.max(of_all(args))
        }
        Node::Block(block) => of_block(block),
    }
}

fn of_place(place: &Place) -> Effect {
    let own = if matches!(place.root, Root::This(_)) { Effect::Reads } else { Effect::None };
    let steps = place.steps.iter().map(|step| match step {
        Step::Index(node) => effect(node),
        Step::Field(_) => Effect::None,
    });
    steps.max().unwrap_or(Effect::None).max(own)
}

fn of_block(block: &Block) -> Effect {
    let of_line = |stmt: &Stmt| match stmt {
        Stmt::Tail(node) | Stmt::Let(_, node, _) => effect(node),
        Stmt::If(parts) => effect(&parts.0).max(of_block(&parts.1)).max(of_block(&parts.2)),
        Stmt::Block(block) => of_block(block),
        _ => Effect::Changes,
    };
    block.lines.iter().map(|line| of_line(&line.stmt)).max().unwrap_or(Effect::None)
}
