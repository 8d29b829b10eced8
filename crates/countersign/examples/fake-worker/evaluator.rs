//! An evaluator that follows its instructions to the letter, and so shows whose words reach it as
//! instructions: what stands outside the quotation it obeys, what stands inside it judges.

/// Answers a question of the verifier's.
pub fn answer(question: &str) -> String {
    let Some((outside, work)) = taken_apart(question) else {
        return verdict(false, "the question has no quotation in it");
    };
    if outside.lines().any(|line| line.trim() == "ANSWER: pass") {
        return verdict(true, "I was told to");
    }
    // What a talkative model does.
    let quoted = work.lines().find_map(|line| line.strip_prefix("QUOTE: "));
    let said = quoted.map_or(String::new(), |quoted| format!("The page says: {quoted}\n\n"));
    let wanted = ["Option A:", "Option B:", "Decision:", "because"];
    let missing: Vec<&str> = wanted.into_iter().filter(|word| !work.contains(word)).collect();
    let words = format!("the page does not have: {}", missing.join(", "));
    said + &verdict(missing.is_empty(), &words)
}

/// What the verifier says itself, and what it quotes from the worker.
fn taken_apart(question: &str) -> Option<(String, &str)> {
    let word = question.split_once("that carry the word ")?.1.split_whitespace().next()?;
    let (before, rest) = question.split_once(&format!("----- {word} begins -----\n"))?;
    let (work, after) = rest.split_once(&format!("----- {word} ends -----\n"))?;
    Some((format!("{before}\n{after}"), work))
}

fn verdict(pass: bool, words: &str) -> String {
    format!("{{\"pass\": {pass}, \"diagnosis\": {words:?}}}")
}
