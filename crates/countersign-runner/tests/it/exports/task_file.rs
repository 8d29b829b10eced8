//! Signatures as they are cut out of task files, whatever stands around them there.

use countersign_contract::intake::TaskFile;
use countersign_runner::check::Seen;
use countersign_runner::exports;

use crate::checks::{fails, passes, tree};

fn signatures(block: &str) -> (String, Vec<String>) {
    let text = format!(
        "---\nid: TASK-001\ntitle: A task\n---\n\n# TASK-001: A task\n\n## Contract\n\n{block}\n"
    );
    let file = TaskFile::parse(&text).unwrap();
    let block = file.contract_blocks().remove(0);
    let signatures =
        block.signatures().into_owned().into_iter().map(|signature| signature.text).collect();
    (block.target.unwrap().path, signatures)
}

fn see(block: &str, implementation: &str) -> Seen {
    let (path, signatures) = signatures(block);
    exports::see(&tree(&[(path.as_str(), implementation)]), &path, &signatures)
}

#[test]
fn typescript() {
    let service = "```typescript\n// backend/src/services/content.service.ts\n\nexport const contentService: {\n  findById(id: string): Promise<Result<ContentItem, 'NOT_FOUND'>>;\n  create(data: CreateContentData): Promise<Result<ContentItem, 'VALIDATION_ERROR'>>;\n};\n```";
    let honest = "import { contentRepository } from '../repositories/content.repository.js';\n\nexport const contentService = {\n  async findById(id: string): Promise<Result<ContentItem, 'NOT_FOUND'>> {\n    const item = await contentRepository.findById(id);\n    return item ? { ok: true, data: item } : { ok: false, error: 'NOT_FOUND' };\n  },\n\n  async create(data: CreateContentData): Promise<Result<ContentItem, 'VALIDATION_ERROR'>> {\n    return { ok: true, data: await contentRepository.create(data) };\n  },\n};\n";
    passes("a service", &see(service, honest));
    fails(
        "one method less",
        &see(service, &honest.replace("async create", "async make")),
        &["no `create(data)`"],
    );
    let method = "```typescript\n// backend/src/repositories/content.repository.ts\n// ADD to existing contentRepository object:\n\nfindByState(state: ContentState): Promise<ContentItem[]>;\n```";
    let repository = "export const contentRepository = {\n  async findById(id: string): Promise<ContentItem | null> { return null; },\n  async findByState(state: ContentState): Promise<ContentItem[]> {\n    return db.select().from(contentItems).where(eq(contentItems.state, state));\n  },\n};\n";
    passes("a method", &see(method, repository));
    fails(
        "another name",
        &see(method, &repository.replace("findByState", "byState")),
        &["no `findByState`"],
    );
    let several = "```ts\n// src/price.ts\n/** Money in cents. */\nexport type Cents = number;\n\nexport interface Line {\n  price: Cents; // each\n  count: number;\n}\n\nexport function total(\n  lines: Line[],\n  discount?: number, // in percent\n): Cents\n\nexport class Basket {\n  add(line: Line): this;\n  get total(): Cents;\n}\n```";
    let (_, texts) = signatures(several);
    assert_eq!(texts.len(), 4, "{texts:?}");
    let honest = "export type Cents = number;\nexport type Line = { price: Cents; count: number };\nexport const total = (lines: readonly Line[] | Line[], discount = 0): Cents => 0;\nexport class Basket { add(line: Line): this { return this; } get total(): number { return 0; } }\n";
    fails("a wider parameter", &see(several, honest), &["parameter 1 (`lines`)"]);
    passes("four", &see(several, &honest.replace("readonly Line[] | ", "")));
}

#[test]
fn python() {
    let block = "```python\n# src/stack.py\nfrom typing import Generic, TypeVar\n\nT = TypeVar(\"T\")\n\nclass StackEmpty(Exception):\n    \"\"\"Raised by pop.\"\"\"\n\nclass Stack(Generic[T]):\n    def __init__(self, limit: int | None = None) -> None: ...\n    def push(self, item: T) -> None: ...  # adds\n    def pop(self) -> T:\n        \"\"\"Raises StackEmpty.\"\"\"\n    @property\n    def size(self) -> int: ...\n\ndef flatten(\n    stacks: list[Stack[T]],\n    *,\n    limit: int = 10,\n) -> Stack[T]: ...\n\nasync def drain(stack: Stack[T]) -> list[T]\n```";
    let honest = "from __future__ import annotations\n\nfrom typing import Generic, List, Optional, TypeVar\n\nT = TypeVar(\"T\")\n\n\nclass StackEmpty(Exception):\n    pass\n\n\nclass Stack(Generic[T]):\n    def __init__(self, limit: Optional[int] = None) -> None:\n        self._items: List[T] = []\n\n    def push(self, item: T) -> None:\n        self._items.append(item)\n\n    def pop(self) -> T:\n        return self._items.pop()\n\n    @property\n    def size(self) -> int:\n        return len(self._items)\n\n\ndef flatten(stacks: List[Stack[T]], *, limit: int = 10) -> Stack[T]:\n    return stacks[0]\n\n\nasync def drain(stack: Stack[T]) -> List[T]:\n    return []\n";
    passes("honest", &see(block, honest));
    fails(
        "no keyword",
        &see(block, &honest.replace("*, limit", "limit")),
        &["`flatten`", "an ordinary parameter"],
    );
    fails(
        "not async",
        &see(block, &honest.replace("async def", "def")),
        &["`drain`", "not asynchronous"],
    );
}

#[test]
fn rust() {
    let block = "```rust\n// src/stack.rs\nuse std::fmt;\n\n/// A stack.\n#[derive(Debug, Clone)]\npub struct Stack<T> {\n    items: Vec<T>,\n}\n\nimpl<T> Stack<T> {\n    pub fn new() -> Self;\n    pub fn push(&mut self, item: T);\n    pub fn iter<'a>(&'a self) -> impl Iterator<Item = &'a T>;\n}\n\npub fn merge<T>(a: Stack<T>, b: Stack<T>) -> Stack<T>\nwhere\n    T: Ord,\n{ ... }\n\npub const LIMIT: usize = 10;\n```";
    let honest = "#[derive(Clone, Debug)]\npub struct Stack<T> { items: Vec<T> }\nimpl<T> Stack<T> {\n    pub fn new() -> Self { Self { items: Vec::new() } }\n    pub fn push(&mut self, item: T) { self.items.push(item); }\n    pub fn iter(&self) -> impl Iterator<Item = &T> { self.items.iter() }\n}\npub fn merge<T: Ord>(a: Stack<T>, b: Stack<T>) -> Stack<T> { a }\npub const LIMIT: usize = 10;\n";
    passes("honest", &see(block, honest));
    fails(
        "no bound",
        &see(block, &honest.replace("<T: Ord>", "<T>")),
        &["`merge`", "type parameters"],
    );
    fails(
        "private",
        &see(block, &honest.replace("pub fn push", "fn push")),
        &["`push`", "not public"],
    );
}

#[test]
fn go() {
    let block = "```go\n// stack/stack.go\npackage stack\n\nimport \"errors\"\n\ntype Stack[T any] struct {\n\tLimit int\n}\n\nfunc New[T any](limit int) *Stack[T]\n\nfunc (s *Stack[T]) Push(v T) error\n\nvar ErrEmpty = errors.New(\"empty\")\n```";
    let honest = "package stack\n\nimport \"errors\"\n\nvar ErrEmpty = errors.New(\"the stack is empty\")\n\ntype Stack[T any] struct {\n\tLimit int\n\titems []T\n}\n\nfunc New[T any](limit int) *Stack[T] { return &Stack[T]{Limit: limit} }\n\nfunc (s *Stack[T]) Push(v T) error {\n\ts.items = append(s.items, v)\n\treturn nil\n}\n";
    passes("honest", &see(block, honest));
    fails("no error", &see(block, &honest.replace("Push(v T) error", "Push(v T)")), &["`Push`"]);
}
