//! Integers in as few bytes as possible: seven bits per byte, lowest first (LEB128).

pub(crate) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads the number at `place` and advances `place`. `None` if the bytes break off within the number.
pub(crate) fn take(bytes: &[u8], place: &mut usize) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.get(*place)?;
        *place += 1;
        let part = u64::from(byte & 0x7f);
        if shift == 63 && part > 1 {
            return None;
        }
        number |= part << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_read_as_it_was_written() {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, u64::from(u32::MAX), u64::MAX - 1, u64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| put(&mut bytes, number));
        let mut place = 0;
        assert_eq!(numbers.map(|_| take(&bytes, &mut place).unwrap()), numbers);
        assert_eq!(take(&bytes, &mut place), None);
        assert_eq!(take(&[0xff; 12], &mut 0), None, "a number beyond 64 bits");
    }
}
