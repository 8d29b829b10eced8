//! Which of our variables a worker is given.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

/// What every worker is given. A name may end with `*`.
const USUAL: [&str; 24] = [
    "LANG",
    "LANGUAGE",
    "LC_*",
    "TERM",
    "COLORTERM",
    "TZ",
    "USER",
    "LOGNAME",
    "SHELL",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "no_proxy",
    // Behind a proxy that reads along, programs must trust it.
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
    "GIT_SSL_CAINFO",
    "CARGO_HTTP_CAINFO",
];

/// Whatever a profile says: tokens and addresses of stores are among these.
const OURS: &str = "COUNTERSIGN_";

/// Those of `ours` that a worker is given if its profile names these.
pub(super) fn chosen(
    ours: impl Iterator<Item = (OsString, OsString)>,
    named: &[String],
) -> BTreeMap<OsString, OsString> {
    let is_chosen = |name: &OsStr| {
        let named = named.iter().map(String::as_str);
        USUAL.into_iter().chain(named).any(|pattern| matches(pattern, name))
    };
    ours.filter(|(name, _)| is_chosen(name) && !is_ours(name)).collect()
}

/// Whether it is one of ours, which is kept from whoever acts for somebody else.
pub fn is_ours(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(OURS.as_bytes())
}

fn matches(pattern: &str, name: &OsStr) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => name.as_encoded_bytes().starts_with(beginning.as_bytes()),
        None => name == pattern,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_is_given_what_is_usual_and_what_its_profile_names() {
        let ours =
            ["LANG", "LC_TIME", "https_proxy", "SSH_AUTH_SOCK", "AWS_SECRET", "MY_KEY", "MY"];
        let ours = ours.into_iter().map(|name| (OsString::from(name), OsString::from("x")));
        let chosen = chosen(ours, &["MY_*".to_owned()]);
        let names: Vec<_> = chosen.keys().map(|name| name.to_str().unwrap()).collect();
        assert_eq!(names, ["LANG", "LC_TIME", "MY_KEY", "https_proxy"]);
    }

    #[test]
    fn a_worker_is_never_given_ours() {
        let ours = ["COUNTERSIGN_TOKEN", "COUNTERSIGN_STORE"];
        let ours = ours.into_iter().map(|name| (OsString::from(name), OsString::from("x")));
        let named = ["*".to_owned(), "COUNTERSIGN_TOKEN".to_owned(), "COUNTERSIGN_*".to_owned()];
        assert_eq!(chosen(ours, &named), BTreeMap::new());
    }
}
