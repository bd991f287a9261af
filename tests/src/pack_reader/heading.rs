//! Owns reading what a heading says of lines: "3,10-12". It owns no heading's form.

/// Reads ranges: in order, and apart.
pub(super) fn ranges(text: &str) -> Result<Vec<(u32, u32)>, String> {
    let wrong = || format!("these are no lines: {text:?}");
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |digits: &str| digits.parse::<u32>().ok().filter(|own| own.to_string() == digits && *own > 0);
        let range = (number(first).ok_or_else(wrong)?, number(last).ok_or_else(wrong)?);
        if range.1 < range.0 || ranges.last().is_some_and(|before| range.0 <= before.1) {
            return Err(format!("these lines are not in order: {text:?}"));
        }
        ranges.push(range);
    }
    Ok(ranges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_in_order_and_apart() {
        assert_eq!(ranges("3-7"), Ok(vec![(3, 7)]));
        assert_eq!(ranges("3,10-12,13"), Ok(vec![(3, 3), (10, 12), (13, 13)]));
        for wrong in ["", "3-", "0-2", "5-4", "3,3", "4-6,6-9", "9,2", "03", "+3", "a"] {
            assert!(ranges(wrong).is_err(), "{wrong}");
        }
    }
}
