//! Memory accounting for clones. Checkpoints are clones and must fit into a memory budget.
//!
//! A list is counted by its length and not by its capacity, since a cloned list has no spare capacity.

/// Assumed overhead of the allocator for each block \[bytes\]: a header and rounding. The overhead of dlmalloc, the
/// allocator in WebAssembly, is 4 to 12 bytes.
const PER_BLOCK: usize = 16;

/// Heap size of a list of `count` values \[bytes\]. An empty list has no block and counts as 0.
pub(crate) const fn block<T>(count: usize) -> usize {
    if count == 0 { 0 } else { count * size_of::<T>() + PER_BLOCK }
}

/// Heap size of a list \[bytes\].
pub(crate) const fn list<T>(list: &[T]) -> usize {
    block::<T>(list.len())
}

/// Heap size of a list of `count` lists \[bytes\], without the contents of the inner lists. A pointer counts as 64 bits
/// on every machine, so that a discipline reports the same memory everywhere.
pub(crate) const fn lists(count: usize) -> usize {
    block::<[u64; 3]>(count)
}
