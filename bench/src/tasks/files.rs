//! Task files as people write them, each a little different.

use std::fmt::Write;

use tempfile::TempDir;

const NOUNS: [&str; 24] = [
    "cart",
    "invoice",
    "ledger",
    "session",
    "profile",
    "voucher",
    "shipment",
    "refund",
    "catalogue",
    "review",
    "account",
    "message",
    "schedule",
    "booking",
    "ticket",
    "report",
    "upload",
    "webhook",
    "device",
    "sensor",
    "quota",
    "tenant",
    "audit",
    "export",
];
const VERBS: [&str; 16] = [
    "find", "list", "total", "merge", "archive", "restore", "rename", "expire", "renew", "split",
    "count", "rank", "filter", "group", "encode", "validate",
];
const ERRORS: [&str; 6] =
    ["NOT_FOUND", "TOO_LARGE", "EXPIRED", "FORBIDDEN", "DUPLICATE", "EMPTY_INPUT"];

pub fn make(count: usize) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for number in 0..count {
        let path = folder.path().join(format!("TASK-{number:05}.md"));
        std::fs::write(path, text(number)).expect("a file can be written");
    }
    folder
}

fn pick<'a>(from: &[&'a str], number: usize) -> &'a str {
    from.get(number % from.len()).copied().unwrap_or_default()
}

fn text(number: usize) -> String {
    let (noun, verb) = (pick(&NOUNS, number), pick(&VERBS, number / 7));
    let other = pick(&NOUNS, number / 3 + 5);
    let error = pick(&ERRORS, number / 11);
    // Ten tasks share a foundation; the foundations need nothing.
    let base = number / 10 * 10;
    let (layer, needs) = if number == base { (1, String::new()) } else { (2, id(base)) };
    let own = id(number);
    let name = format!("{verb}{}{}", capital(noun), number % 97);
    let complexity = if number.is_multiple_of(3) { "medium" } else { "complex" };
    let cases = 2 + number % 3;
    let mut tests = String::new();
    for case in 0..cases {
        let amount = number * 31 % 977 + case * 13;
        // Writing to a string cannot fail.
        let _ = write!(
            tests,
            "
  it('{verb}s the {noun} of {other} number {amount}', async () => {{
    const stored = {{ id: '{noun}-{amount}', {other}: {amount}, tags: ['{error}', '{verb}'] }};
    repository.load.mockResolvedValue([stored, ...extras({case})]);

    const result = await {name}('{noun}-{amount}', {{ limit: {case} }});

    expect(result.ok).toBe(true);
    expect(result.value.{other}).toBe({amount});
  }});
"
        );
    }
    format!(
        "---
id: {own}
title: {} the {noun} of a {other}
layer: {layer}
track: backend
depends_on: [{needs}]
estimated_complexity: {complexity}
---

# {own}: {} the {noun} of a {other}

## Contract

The function reads the {noun} once and returns the {other} with it.

```typescript
// services/{noun}/src/{name}.ts

export interface {}Options {{
  limit: number;
}}

export function {name}(
  id: string,
  options: {}Options,
): Promise<Result<{}, '{error}'>>;
```

## Dependencies (Interfaces Only)

```typescript
// From {}: repository
export interface Repository {{
  load(id: string): Promise<{}[]>;
  save(item: {}): Promise<void>;
}}
```

## Test Specification

```typescript
// services/{noun}/src/{name}.test.ts
import {{ describe, expect, it, vi }} from 'vitest';
import {{ {name} }} from './{name}.js';

const repository = vi.hoisted(() => ({{ load: vi.fn(), save: vi.fn() }}));
vi.mock('./repository.js', () => ({{ repository }}));

const extras = (count: number) => Array.from({{ length: count }}, (_, at) => ({{ id: `x${{at}}` }}));

describe('{name}', () => {{{tests}
  it('returns {error} where there is none', async () => {{
    repository.load.mockResolvedValue([]);

    const result = await {name}('missing-{number}', {{ limit: 1 }});

    expect(result.ok).toBe(false);
    expect(result.error).toBe('{error}');
  }});
}});
```

## Output Files

```
WRITE: services/{noun}/src/{name}.ts (~{} lines)
WRITE: services/{noun}/src/{name}.test.ts (~{} lines)
MODIFY: services/{noun}/src/index.ts (add export)
```

## Verification (Deterministic)

```bash
cd services/{noun}
npx tsc --noEmit
npx vitest run src/{name}.test.ts
npx eslint src/{name}.ts
```

## Done When

- [ ] `{name}` is exported from `{name}.ts`
- [ ] It returns `{error}` where no {noun} is stored
- [ ] All {} tests pass
- [ ] No TypeScript errors and no unused imports
",
        capital(verb),
        capital(verb),
        capital(noun),
        capital(noun),
        capital(other),
        if needs.is_empty() { own.as_str() } else { needs.as_str() },
        capital(other),
        capital(other),
        15 + number % 30,
        30 + cases * 12,
        cases + 1,
    )
}

fn id(number: usize) -> String {
    format!("TASK-{number:05}")
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
