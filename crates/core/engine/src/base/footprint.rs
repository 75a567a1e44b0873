//! How much memory a clone takes: checkpoints are kept within a budget of bytes.
//!
//! A clone's lists hold exactly what is in them, so lengths count here, not capacities.

/// Allocator overhead of a block: its header and rounding up (dlmalloc, which WebAssembly uses, adds 4 to 12 bytes).
const PER_BLOCK: usize = 16;

/// Bytes of a block that holds `count` values; an empty list has none.
pub(crate) const fn block<T>(count: usize) -> usize {
    if count == 0 { 0 } else { count * size_of::<T>() + PER_BLOCK }
}

/// Bytes of the block behind a list.
pub(crate) const fn list<T>(list: &[T]) -> usize {
    block::<T>(list.len())
}

/// Bytes of the block behind a list of `count` lists, without their contents. Counted as with 64-bit pointers, since the memory
/// that a discipline reports must not depend on the machine.
pub(crate) const fn lists(count: usize) -> usize {
    block::<[u64; 3]>(count)
}
