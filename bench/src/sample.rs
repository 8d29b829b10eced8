//! Many measurements of one thing, and the one in the middle: what else the machine did meanwhile
//! makes some of them longer, never the median.

/// The measurement in the middle.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    *values.get(middle).expect("something was measured")
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn one_slow_run_does_not_move_the_median() {
        assert_eq!(median(vec![3.0, 900.0, 1.0, 2.0, 2.5]).to_bits(), 2.5_f64.to_bits());
    }
}
