//! Memory accounting for clones. Checkpoints are clones and must fit into a memory budget.
//!
//! A list is counted by its length and not by its capacity, since a cloned list has no spare capacity.

/// What the allocator adds to a block for its header and for rounding \[bytes\]; dlmalloc, which WebAssembly uses, adds
/// 4 to 12.
const PER_BLOCK: usize = 16;

/// The bytes of a block that holds `count` values; 0 for an empty list.
pub(crate) const fn block<T>(count: usize) -> usize {
    if count == 0 { 0 } else { count * size_of::<T>() + PER_BLOCK }
}

/// The bytes of the block behind a list.
pub(crate) const fn list<T>(list: &[T]) -> usize {
    block::<T>(list.len())
}

/// The bytes of the block behind a list of `count` lists, without their contents. A pointer counts as 64 bits on every
/// machine, so that a discipline reports the same memory everywhere.
pub(crate) const fn lists(count: usize) -> usize {
    block::<[u64; 3]>(count)
}
