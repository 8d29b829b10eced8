//! Task files with nothing wrong in them. The cases change one thing in them.

pub const TYPESCRIPT: &str = r#"---
id: TASK-012
title: Sum the lines of a cart
layer: 2
track: backend
depends_on: [TASK-010]
estimated_complexity: medium
---

# TASK-012: Sum the lines of a cart

## Contract

```typescript
// shop/src/cart/total.ts

export function total(lines: readonly Line[]): Cents;
```

## Dependencies (Interfaces Only)

```typescript
// From TASK-010: money.ts
export type Cents = number & { readonly unit: 'cents' };
export interface Line {
  price: Cents;
  count: number;
}
```

## Test Specification

```typescript
// shop/src/cart/total.test.ts
import { describe, expect, it } from 'vitest';
import { total } from './total.js';

const line = (price: number, count: number) => ({ price, count }) as never;

describe('total', () => {
  it('is zero for an empty cart', () => {
    expect(total([])).toBe(0);
  });

  it('multiplies and adds', () => {
    expect(total([...[line(250, 2)], line(100, 1)])).toBe(600);
  });

  it('refuses a negative count', () => {
    expect(() => total([line(100, -1)])).toThrow(RangeError);
  });
});
```

## Output Files

```
WRITE: shop/src/cart/total.ts (~20 lines)
WRITE: shop/src/cart/total.test.ts (~25 lines)
MODIFY: shop/src/cart/index.ts (add export)
```

## Verification (Deterministic)

```bash
cd shop
npx tsc --noEmit
npx vitest run src/cart/total.test.ts
```

## Done When

- [ ] `total` is exported from `total.ts`
- [ ] All 3 tests pass
- [ ] No TypeScript errors
"#;

pub const PYTHON: &str = r#"---
id: T-7
title: Parse a duration
layer: 0
track: shared
depends_on: []
estimated_complexity: simple
---

# T-7: Parse a duration

## Contract

```python
# timekit/duration.py
from typing import Protocol


class Clock(Protocol):
    def now(self) -> float: ...


def parse_duration(text: str) -> int: ...
```

## Dependencies (Interfaces Only)

None.

## Test Specification

```python
# tests/test_duration.py
import pytest

from timekit.duration import parse_duration


def test_minutes_become_seconds():
    assert parse_duration("2m") == 120


def test_nonsense_is_refused():
    with pytest.raises(ValueError):
        parse_duration("soon")
```

## Output Files

WRITE: timekit/duration.py (~25 lines)
WRITE: tests/test_duration.py (~15 lines)

## Verification (Deterministic)

```bash
python -m pytest -q tests/test_duration.py
python -m mypy timekit/duration.py
```

## Done When

- [ ] `parse_duration` returns seconds as `int`
- [ ] Both tests pass

## Hidden Tests

```python
# tests/test_duration_hidden.py
from timekit.duration import parse_duration


def test_hours():
    assert parse_duration("1h") == 3600
```
"#;

pub const RUST: &str = r#"---
id: TASK-3
title: Count the words of a line
layer: 1
track: shared
depends_on: []
estimated_complexity: simple
---

# TASK-3: Count the words of a line

## Contract

```rust
// src/words.rs

/// How often each word occurs.
pub fn count_words<'a>(line: &'a str) -> BTreeMap<&'a str, usize>;
```

## Dependencies (Interfaces Only)

There are none.

## Test Specification

```rust
// tests/words.rs
use std::collections::BTreeMap;

use textkit::words::count_words;

#[test]
fn words_are_counted() {
    let found = count_words("a b a");
    assert_eq!(found, BTreeMap::from([("a", 2), ("b", 1)]));
}

#[test]
fn nothing_has_no_words() {
    assert!(count_words("").is_empty());
}
```

## Output Files

```
WRITE: src/words.rs (~12 lines)
MODIFY: src/lib.rs (~1 line)
WRITE: tests/words.rs (~16 lines)
```

## Verification (Deterministic)

```bash
cargo clippy -- -D warnings
cargo test --test words
```

## Done When

- [ ] `count_words` is public in `src/words.rs`
- [ ] Both tests pass
"#;
