//! Chooses C++ names that do not collide with names of C++ or of the surrounding code.

/// Keywords of C and C++, and names that standard headers define.
const WORDS: &str = " alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t class compl \
    const const_cast constexpr continue decltype default delete do double dynamic_cast else enum explicit export extern false \
    float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private \
    protected public register reinterpret_cast return short signed sizeof static static_assert static_cast struct switch \
    template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t \
    while restrict typeof xor xor_eq int64_t uint64_t std main errno assert NULL TRUE FALSE linux unix ";
/// Names of functions and types in the surrounding code.
const CALLED: &str = " Seen Waiting Handle Places Calls One All Link Queue Packet item pop removed remove insert contains keys values power powi \
    ns hash mixed mistake abs min max floor ceil round sqrt exp ln pow real now_ns now_s chance index_of on_admitted on_dropped \
    on_marked wake_at_ns sleep happens pick admit drop mark queue link params arrival begin_arrival end_arrival take queues \
    waiting waiting_bytes has_sent sent limit decide admit_to undecided seen script init enqueue dequeue on_timer ";

/// The C++ name of a variable, property or function.
pub(super) fn free(name: &str) -> String {
    let is_called = CALLED.split_ascii_whitespace().any(|called| called == name);
    if is_called { format!("{name}_") } else { member(name) }
}

/// The C++ name of a member.
pub(super) fn member(name: &str) -> String {
    let is_word = WORDS.split_ascii_whitespace().any(|word| word == name);
    // In C++, names with two underscores, or with an underscore before a capital letter, are
    // reserved.
    let is_odd = name.starts_with('_') || name.contains("__");
    match (is_word, is_odd) {
        (_, true) => format!("its{}", name.replace("__", "_")),
        (true, false) => format!("{name}_"),
        _ => name.to_owned(),
    }
}

/// Appends a number to every name that already occurs earlier in the list.
pub(super) fn distinct(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    for name in names {
        let mut own = name.clone();
        let mut number = 2;
        while list.contains(&own) {
            own = format!("{name}{number}");
            number += 1;
        }
        list.push(own);
    }
    list
}
