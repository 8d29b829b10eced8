//! What kind of trouble some words are about.

use super::TroubleKind;

/// In small letters. Only what services and their clients say of themselves: a program that is about limits,
/// or a test of one, says "rate limit" as well.
const RATE_LIMIT: [&str; 26] = [
    "rate limit exceeded",
    "rate limit reached",
    "rate limit hit",
    "rate limit error",
    "rate-limited",
    "rate limited by",
    "exceed your account's rate limit",
    "rate_limit_error",
    "rate_limit_exceeded",
    "ratelimiterror",
    "too many requests",
    "hit your usage limit",
    "hit your limit",
    "usage limit reached",
    "usage_limit_reached",
    "exceeded your current quota",
    "quota exceeded",
    "exhausted your daily quota",
    "resource_exhausted",
    "overloaded_error",
    "529 overloaded",
    "http 429",
    "status 429",
    "status: 429",
    "status code 429",
    "error 429",
];

const CONTEXT_OVERFLOW: [&str; 10] = [
    "prompt is too long",
    "context_length_exceeded",
    "context length exceeded",
    "maximum context length",
    "exceeds the context window",
    "context window exceeded",
    "context window will overflow",
    "out of room in the model's context window",
    "exceeds the maximum number of tokens allowed",
    "input is too long for requested model",
];

const AUTHENTICATION: [&str; 8] = [
    "not logged in",
    "please run /login",
    "invalid api key",
    "api key not valid",
    "incorrect api key",
    "401 unauthorized",
    "authentication_error",
    "please set an auth method",
];

pub(in crate::worker) fn trouble_of(words: &str) -> TroubleKind {
    let words = words.to_lowercase().replace('’', "'");
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| words.contains(phrase));
    // The more exact one first: a prompt that is too long is sometimes refused as a limit on its rate.
    if says(&CONTEXT_OVERFLOW) {
        TroubleKind::ContextOverflow
    } else if says(&RATE_LIMIT) {
        TroubleKind::RateLimit
    } else if says(&AUTHENTICATION) {
        TroubleKind::Authentication
    } else {
        TroubleKind::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_services_say_is_known() {
        for (words, kind) in [
            ("Error: 429 Too Many Requests", TroubleKind::RateLimit),
            ("You’ve hit your usage limit. Upgrade", TroubleKind::RateLimit),
            ("openai.RateLimitError: Error code: 429", TroubleKind::RateLimit),
            ("Prompt is too long · the request is", TroubleKind::ContextOverflow),
            ("This model's maximum context length is 8192", TroubleKind::ContextOverflow),
            ("Not logged in · Please run /login", TroubleKind::Authentication),
        ] {
            assert_eq!(trouble_of(words), kind, "{words}");
        }
    }

    #[test]
    fn work_about_limits_is_no_limit() {
        for words in [
            "FAILED tests/test_rate_limit.py::test_429 - assert 200 == 429",
            "added a rate limit to the login page",
            "the context is too deep",
            "429 passed, 1 failed",
        ] {
            assert_eq!(trouble_of(words), TroubleKind::Other, "{words}");
        }
    }
}
