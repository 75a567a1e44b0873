//! Memory accounting for clones. Checkpoints are clones and must fit into a memory budget.
//!
//! Lists are counted by length, since a clone's lists have no spare capacity.

/// The allocator's overhead for a block: header and rounding (dlmalloc, which WebAssembly uses, adds 4 to 12 bytes).
const PER_BLOCK: usize = 16;

/// The bytes of a block that holds `count` values; 0 for an empty list.
pub(crate) const fn block<T>(count: usize) -> usize {
    if count == 0 { 0 } else { count * size_of::<T>() + PER_BLOCK }
}

/// The bytes of the block behind a list.
pub(crate) const fn list<T>(list: &[T]) -> usize {
    block::<T>(list.len())
}

/// The bytes of the block behind a list of `count` lists, without their contents. Pointers count as 64 bits, since the memory
/// that a discipline reports must not depend on the machine.
pub(crate) const fn lists(count: usize) -> usize {
    block::<[u64; 3]>(count)
}
