//! Activity rules are read or refused; what is read can be asked about files and diffs.
#![no_main]

use countersign_contract::rules::Rules;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(parsed) = Rules::parse(text) {
        let _ = parsed.rules.for_files(&["src/app.ts", "a/b/c.test.tsx", "ü.py", ""]);
        let _ = parsed.rules.for_diff("+++ b/src/app.ts\n@@ -1 +1 @@\n-a\n+fetch('/api')\n");
        let _ = Rules::built_in().extended_by(&parsed.rules);
    }
});
