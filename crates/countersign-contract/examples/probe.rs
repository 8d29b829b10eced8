use countersign_contract::dispatch;
use std::io::{BufRead, Write};
fn main() {
    let mode = std::env::args().nth(1).unwrap_or_default();
    let out = std::io::stdout();
    let mut out = out.lock();
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        if mode == "jsonl" {
            let answer = dispatch::reply(1, line.as_bytes());
            writeln!(out, "{}", serde_json::to_string(&answer).unwrap()).unwrap();
        } else {
            let text = line.replace("\\n", "\n");
            let c = countersign_contract::classify(&text);
            writeln!(out, "{:11} {text:?}   -- {}", format!("{:?}", c.label), c.reason).unwrap();
            if mode == "x" {
                let e = countersign_contract::extract(&text, &Default::default());
                for s in e.stated {
                    writeln!(out, "      + {:?}", s.constraint).unwrap();
                }
                for n in e.not_covered {
                    writeln!(out, "      - {:?} ({})", n.text, n.why).unwrap();
                }
            }
        }
    }
}
