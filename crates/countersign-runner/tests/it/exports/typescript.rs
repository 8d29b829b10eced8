use super::{all_fail, all_pass, see};
use crate::checks::{fails, is_undecided, passes};

const ADD: &str = "export function add(a: number, b: number): number;";

#[test]
fn a_function_is_a_function_however_it_is_written() {
    let honest = [
        "export function add(a: number, b: number): number { return a + b; }",
        "export function add(x: number, y: number): number { return x + y; }",
        "export const add = (a: number, b: number): number => a + b;",
        "export const add = function (a: number, b: number): number { return a + b; };",
        "export const add: (a: number, b: number) => number = (a, b) => a + b;",
        "type Add = (a: number, b: number) => number;\nexport const add: Add = (a, b) => a + b;",
        "interface Ops { add: number }\nfunction add(a: number, b: number): number { return a + b; }\nexport { add };",
        "function plus(a: number, b: number): number { return a + b; }\nexport { plus as add };",
        "function plus(a: number, b: number): number { return a + b; }\nexport const add = plus;",
        "/** Adds. */\nexport   function\n add( a : number , b : number , ) : number\n{ return a + b }",
        "export function add(a: number, b: number): number;\nexport function add(a: string, b: string): string;\nexport function add(a: any, b: any): any { return a + b; }",
        "type N = number;\nexport function add(a: N, b: N): N { return a + b; }",
        "// noise\nimport fs from 'fs';\nconst hidden = 1;\nexport function add(a: number, b: number): number { return a + b; }\nexport function extra(): void {}",
        "let add = (a: number, b: number): number => a + b;\nexport { add, add as default };",
        "\u{FEFF}export function add(a: number, b: number): number { return a + b; }\r\n",
        "export function add(a: number, b: number) { return a + b }",
    ];
    all_pass("src/add.ts", ADD, &honest);
    all_pass("src/add.tsx", "export function add(a: number, b: number): number", &honest);
    all_pass("src/add.ts", "export const add: (a: number, b: number) => number;", &honest[..6]);
    all_pass(
        "src/add.ts",
        "export declare function add(a: number, b: number): number;",
        &honest[..4],
    );
}

#[test]
fn what_differs_is_told_with_both_sides_and_the_line() {
    all_fail(
        "src/add.ts",
        ADD,
        &[
            ("export function sub(a: number, b: number): number { return 1 }", "has no `add`"),
            (
                "export function Add(a: number, b: number): number { return 1 }",
                "Line 1 has `Add`; the name must be exact",
            ),
            ("function add(a: number, b: number): number { return 1 }", "Export it"),
            (
                "\nexport function add(a: number, b: string): number { return 1 }",
                "line 2: `add`: parameter 2 (`b`) is `string`, the contract says `number`",
            ),
            (
                "export function add(a: number): number { return 1 }",
                "it takes 1 parameter (`a: number`), the contract says 2 parameters (`a: number, b: number`)",
            ),
            (
                "export function add(a: number, b: number, c?: number): number { return 1 }",
                "3 parameters",
            ),
            (
                "export function add(a: number, b?: number): number { return 1 }",
                "parameter 2 (`b`) may be left out, the contract says it must be given",
            ),
            ("export function add(a: number, b = 1): number { return 1 }", "may be left out"),
            (
                "export function add(a: number, ...b: number[]): number { return 1 }",
                "a rest parameter",
            ),
            (
                "export function add(a: number, b: number): string { return '' }",
                "its return type is `string`, the contract says `number`",
            ),
            (
                "export function add(a: number, b: number): Promise<number> { return x }",
                "`Promise<number>`",
            ),
            (
                "export async function add(a: number, b: number) { return a + b }",
                "its return type is `Promise<…>`, the contract says `number`",
            ),
            (
                "export function add(a, b): number { return a + b }",
                "parameter 1 (`a`) has no type; write `number`",
            ),
            ("export function add(a: any, b: any): any { return a + b }", "`any`"),
            ("export function add<T>(a: T, b: T): T { return a }", "type parameters"),
            ("export const add = 3;", "it is a value, the contract says a function"),
            ("export class add {}", "it is a class"),
            ("export default function add(a: number, b: number): number { return 1 }", "Export it"),
            ("// export function add(a: number, b: number): number", "has no `add`"),
            ("const s = 'export function add(a: number, b: number): number';", "has no `add`"),
            (
                "export function add(a: number, b: number: number { return 1 }",
                "cannot be parsed: line 1",
            ),
        ],
    );
}

#[test]
fn the_seeds_service_is_recognised() {
    let contract = "export const contentService: {\n  findById(id: string): Promise<Result<ContentItem, 'NOT_FOUND'>>;\n  create(data: CreateContentData): Promise<Result<ContentItem, 'VALIDATION_ERROR'>>;\n};";
    let by_id = "Promise<Result<ContentItem, \"NOT_FOUND\">>";
    let create = "Promise<Result<ContentItem, 'VALIDATION_ERROR'>>";
    let honest = [
        format!(
            "export const contentService = {{\n  async findById(id: string): {by_id} {{ return x; }},\n  async create(data: CreateContentData): {create} {{ return y; }},\n}};"
        ),
        format!(
            "export const contentService = {{\n  findById: async (id: string): {by_id} => x,\n  create: (data: CreateContentData): {create} => y,\n  extra() {{ return 1; }},\n}} as const;"
        ),
        format!(
            "async function findById(id: string): {by_id} {{ return x; }}\nconst create = async (data: CreateContentData): {create} => y;\nexport const contentService = {{ findById, create }};"
        ),
        format!(
            "interface ContentService {{ findById(id: string): {by_id}; create(data: CreateContentData): {create}; }}\nexport const contentService: ContentService = {{ async findById(id) {{ return x; }}, async create(data) {{ return y; }} }};"
        ),
        format!(
            "type ContentService = {{ findById: (id: string) => {by_id}, create: (data: CreateContentData) => {create} }};\nexport const contentService: ContentService = make();"
        ),
        format!(
            "class ContentService {{ async findById(id: string): {by_id} {{ return x; }} async create(data: CreateContentData): {create} {{ return y; }} }}\nexport const contentService = new ContentService();"
        ),
        format!(
            "export const contentService = Object.freeze({{ findById: async (id: string): {by_id} => x, create: async (data: CreateContentData): {create} => y }});"
        ),
        format!(
            "const contentService = {{ findById: async (id: string): {by_id} => x, create: async (data: CreateContentData): {create} => y }} satisfies Service;\nexport {{ contentService }};"
        ),
        format!(
            "import type {{ Service }} from '@/types';\nexport const contentService: Service = {{ findById: async (id: string): {by_id} => x, create: async (data: CreateContentData): {create} => y }};"
        ),
        format!(
            "export const contentService: {{ findById(id: string): {by_id}; create(data: CreateContentData): {create} }} = {{ async findById(id) {{ return x; }}, async create(d) {{ return y; }} }};"
        ),
    ];
    let honest: Vec<&str> = honest.iter().map(String::as_str).collect();
    all_pass("backend/src/services/content.service.ts", contract, &honest);
    all_fail(
        "backend/src/services/content.service.ts",
        contract,
        &[
            (
                "export const contentService = {\n  async findById(id: string): Promise<Result<ContentItem, 'NOT_FOUND'>> { return x; },\n};",
                "it has no `create(data)`",
            ),
            (
                "export const contentService = {\n  async findById(id: string): Promise<Result<ContentItem, 'MISSING'>> { return x; },\n  async create(data: CreateContentData): Promise<Result<ContentItem, 'VALIDATION_ERROR'>> { return y; } };",
                "`findById` (line 2): its return type",
            ),
            (
                "export const contentService = {\n  async findById(id: number): Promise<Result<ContentItem, 'NOT_FOUND'>> { return x; },\n  create(data: CreateContentData): Promise<Result<ContentItem, 'VALIDATION_ERROR'>> { return y; } };",
                "`number`",
            ),
            ("export const contentService = make();", "its type is not stated"),
            ("export const contentService: any = {};", "its type is `any`"),
            (
                "export const contentService: any = { findById: async (id: string): Promise<Result<ContentItem, 'NOT_FOUND'>> => x, create: async (data: CreateContentData): Promise<Result<ContentItem, 'VALIDATION_ERROR'>> => y };",
                "its type is `any`",
            ),
        ],
    );
}

#[test]
fn a_method_without_its_class_is_looked_for_in_all_of_them() {
    let contract = "findByState(state: ContentState): Promise<ContentItem[]>;";
    all_pass(
        "src/content.repository.ts",
        contract,
        &[
            "export const contentRepository = {\n  async findById(id: string) { return x; },\n  async findByState(state: ContentState): Promise<ContentItem[]> { return []; },\n};",
            "export class ContentRepository { async findByState(state: ContentState): Promise<Array<ContentItem>> { return []; } }",
            "export interface Repo { findByState(state: ContentState): Promise<ContentItem[]> }\nexport const repo: Repo = make();",
            "export async function findByState(state: ContentState): Promise<ContentItem[]> { return []; }",
        ],
    );
    all_fail(
        "src/content.repository.ts",
        contract,
        &[
            (
                "export const contentRepository = { async findById(id: string) { return x; } };",
                "has no `findByState`",
            ),
            (
                "export const contentRepository = { async findByState(state: string): Promise<ContentItem[]> { return []; } };",
                "`string`",
            ),
            (
                "export class R { private async findByState(state: ContentState): Promise<ContentItem[]> { return []; } }",
                "cannot reach it",
            ),
        ],
    );
}

#[test]
fn types_are_compared_by_what_they_mean() {
    let pairs = [
        ("string[]", "Array<string>"),
        ("readonly string[]", "ReadonlyArray<string>"),
        ("'a' | 'b' | null", "null | \"b\" | \"a\""),
        ("| 'a'\n | 'b'", "'a' | 'b'"),
        ("A & B", "B & A"),
        ("Map<string, number[]>", "Map<string,Array<number>>"),
        ("(string | number)[]", "Array<number | string>"),
        ("{ a: string; b?: number }", "{ b?: number, a: string }"),
        ("{ [key: string]: number }", "Record<string, number>"),
        ("{ run(x: number): void }", "{ run: (y: number) => void }"),
        (
            "(cb: (error: Error | null) => void) => Promise<void>",
            "(done: (e: null | Error) => void) => Promise<void>",
        ),
        ("[x: number, y?: string]", "[number, string?]"),
        ("React.ReactNode", "ReactNode"),
        ("keyof Foo", "keyof Foo"),
        ("Foo['bar']", "Foo[\"bar\"]"),
        ("T extends U ? 1 : 2", "T extends U ? 1 : 2"),
        ("((a: string) => void) | undefined", "undefined | ((b: string) => void)"),
        ("`a-${string}`", "`a-${string}`"),
        ("typeof config", "typeof config"),
        ("unique symbol", "unique symbol"),
    ];
    for (wanted, found) in pairs {
        let contract = format!("export function f(x: {wanted}): {wanted};");
        all_pass(
            "src/f.ts",
            &contract,
            &[&format!("export function f(x: {found}): {found} {{ return x as any }}")],
        );
    }
    let others = [
        ("string[]", "string"),
        ("string[]", "readonly string[]"),
        ("'a' | 'b'", "'a'"),
        ("'a'", "'A'"),
        ("{ a: string }", "{ a: string; b: string }"),
        ("{ a?: string }", "{ a: string }"),
        ("A & B", "A | B"),
        ("keyof Foo", "typeof Foo"),
        ("Foo<A, B>", "Foo<B, A>"),
        ("[number, string]", "[string, number]"),
        ("Promise<void>", "void"),
        ("(a: number) => void", "(a: string) => void"),
        ("Foo['a']", "Foo['b']"),
        ("Record<string, number>", "Record<string, string>"),
        ("1", "2"),
        ("x is A", "boolean"),
    ];
    for (wanted, found) in others {
        let contract = format!("export function f(x: unknown): {wanted};");
        let implementation =
            format!("export function f(x: unknown): {found} {{ return x as any }}");
        all_fail("src/f.ts", &contract, &[(&implementation, "return type")]);
    }
}

#[test]
fn parameters_may_be_left_out_only_where_the_contract_says() {
    let contract = "export function f(a: string, b?: number, ...rest: string[]): void;";
    all_pass(
        "f.ts",
        contract,
        &[
            "export function f(a: string, b?: number, ...rest: string[]): void {}",
            "export function f(a: string, b: number = 3, ...others: Array<string>): void {}",
            "export function f(a: string, b = 3, ...rest: string[]): void {}",
            "export function f(this: Window, a: string, b?: number, ...rest: string[]): void {}",
            "export const f = (a: string, b = -3, ...rest: string[]): void => {};",
        ],
    );
    all_fail(
        "f.ts",
        contract,
        &[
            (
                "export function f(a: string, b: number, ...rest: string[]): void {}",
                "must be given",
            ),
            (
                "export function f(a: string, b?: number, rest?: string[]): void {}",
                "a rest parameter",
            ),
            ("export function f(a: string, b = 'x', ...rest: string[]): void {}", "`string`"),
        ],
    );
    all_pass(
        "f.ts",
        "export function Button({ label, onClick }: Props): JSX.Element;",
        &[
            "export function Button({ label, onClick }: Props): JSX.Element { return x }",
            "export const Button = (props: Props): JSX.Element => x;",
        ],
    );
    all_pass(
        "f.tsx",
        "export const Button: React.FC<Props>;",
        &[
            "export const Button: React.FC<Props> = ({ label }) => <b>{label}</b>;",
            "export const Button: FC<Props> = ({ label }) => <b>{label}</b>;",
            "export const Button = ({ label }: Props) => <b>{label}</b>;",
            "export function Button(props: Props) { return <b>{props.label}</b>; }",
        ],
    );
}

#[test]
fn type_parameters_are_compared_by_place() {
    let contract = "export function group<T, K extends string>(items: T[], key: (item: T) => K): Record<K, T[]>;";
    all_pass(
        "g.ts",
        contract,
        &[
            "export function group<T, K extends string>(items: T[], key: (item: T) => K): Record<K, T[]> { return x }",
            "export function group<Item, Key extends string>(items: Array<Item>, by: (i: Item) => Key): Record<Key, Item[]> { return x }",
            "export const group = <A, B extends string>(items: A[], key: (item: A) => B): Record<B, A[]> => x;",
        ],
    );
    all_fail(
        "g.ts",
        contract,
        &[
            (
                "export function group<T, K extends string>(items: K[], key: (item: T) => K): Record<K, T[]> { return x }",
                "parameter 1",
            ),
            (
                "export function group<T, K>(items: T[], key: (item: T) => K): Record<K, T[]> { return x }",
                "type parameters",
            ),
            (
                "export function group<T>(items: T[], key: (item: T) => string): Record<string, T[]> { return x }",
                "type parameters",
            ),
        ],
    );
}

#[test]
fn classes_have_the_members_that_are_named() {
    let contract = "export class Stack<T> {\n  constructor(limit?: number);\n  readonly size: number;\n  push(item: T): void;\n  pop(): T | undefined;\n  static of<U>(...items: U[]): Stack<U>;\n}";
    all_pass(
        "stack.ts",
        contract,
        &[
            "export class Stack<T> {\n  private items: T[] = [];\n  constructor(private limit = 10) {}\n  get size(): number { return 1 }\n  push(item: T): void {}\n  pop(): T | undefined { return undefined }\n  static of<U>(...items: U[]): Stack<U> { return new Stack() }\n  peek() {}\n}",
            "@sealed\nexport class Stack<E> extends Base implements Iterable<E> {\n  constructor(limit?: number) { super() }\n  public readonly size: number = 0;\n  @log() push = (item: E): void => {};\n  pop = function (): undefined | E { return undefined };\n  static of<V>(...items: V[]): Stack<V> { return x }\n}",
            "class Items<T> { size = 0; push(item: T): void {} }\nexport class Stack<T> extends Items<T> {\n  constructor(limit: number = 3) { super() }\n  pop(): T | undefined { return x }\n  static of<U>(...items: U[]): Stack<U> { return x }\n}",
            "class Stack<T> {\n  size: number;\n  constructor(limit?: number) {}\n  push(item: T): void {}\n  pop(): T | undefined { return x }\n  static of<U>(...items: U[]): Stack<U> { return x }\n}\nexport { Stack };",
            "export abstract class Stack<T> {\n  declare size: number;\n  constructor(limit?: number) {}\n  abstract push(item: T): void;\n  pop(): T | undefined;\n  pop(): any { return x }\n  static of<U>(...items: U[]): Stack<U> { return x }\n}",
            "export const Stack = class<T> {\n  size: number = 0;\n  constructor(limit?: number) {}\n  push(item: T): void {}\n  pop(): T | undefined { return x }\n  static of<U>(...items: U[]): Stack<U> { return x }\n};",
        ],
    );
    let with = |member: &str| {
        format!(
            "export class Stack<T> {{\n  constructor(limit?: number) {{}}\n  size = 0;\n  pop(): T | undefined {{ return x }}\n  static of<U>(...items: U[]): Stack<U> {{ return x }}\n  {member}\n}}"
        )
    };
    let wrong = [
        (with(""), "it has no `push(item)`"),
        (
            with("push(item: string): void {}"),
            "`push` (line 6): parameter 1 (`item`) is `string`, the contract says `T`",
        ),
        (with("private push(item: T): void {}"), "it is private"),
        (with("#push(item: T): void {}"), "it has no `push(item)`"),
        (with("static push(item: T): void {}"), "of the class itself"),
        (with("push: number = 1;"), "it is a value, the contract says a function"),
        (with("push(item: T): void {}").replace("<T>", ""), "type parameters"),
        (with("push(item: T): void {}").replace("size = 0", "size = 'x'"), "`size`"),
    ];
    let wrong: Vec<(&str, &str)> =
        wrong.iter().map(|(text, word)| (text.as_str(), *word)).collect();
    all_fail("stack.ts", contract, &wrong);
    all_fail(
        "stack.ts",
        "export class Stack<T> implements Iterable<T> {}",
        &[("export class Stack<T> {}", "not declared as a `Iterable<T>`")],
    );
    all_pass(
        "stack.ts",
        "export class Stack<T> implements Iterable<T> {}",
        &["export class Stack<E> extends Base<E> implements Sized, Iterable<E> {}"],
    );
    all_fail(
        "p.ts",
        "export class P { name: string; }",
        &[("export class P { constructor(readonly name: string) {} }", "read-only")],
    );
    all_pass(
        "p.ts",
        "export class P { name: string; }",
        &[
            "export class P { constructor(public name: string) {} }",
            "export class P { get name(): string { return '' } set name(value: string) {} }",
        ],
    );
}

#[test]
fn interfaces_types_enums_and_values() {
    let contract =
        "export interface Item { id: string; tags?: string[]; rename(name: string): Item }";
    all_pass(
        "t.ts",
        contract,
        &[
            "export interface Item { id: string; tags?: string[]; rename(name: string): Item }",
            "export type Item = { rename: (name: string) => Item, id: string, tags?: Array<string>, more: number };",
            "interface Base { id: string }\nexport interface Item extends Base { tags?: string[]; rename(n: string): Item }",
            "interface Item { id: string; tags?: string[]; rename(name: string): Item }\nexport type { Item };",
            "export interface Item { id: string }\nexport interface Item { id: string; tags?: string[]; rename(name: string): Item }",
        ],
    );
    all_pass(
        "t.ts",
        "export type Item = { id: string };",
        &["export interface Item { id: string }", "export type Item = { id: string };"],
    );
    all_fail(
        "t.ts",
        contract,
        &[
            (
                "export interface Item { id: number; tags?: string[]; rename(name: string): Item }",
                "`id` (line 1): its type is `number`, the contract says `string`",
            ),
            (
                "export interface Item { id: string; tags: string[]; rename(name: string): Item }",
                "it is required, the contract says optional",
            ),
            (
                "export interface Item { id?: string; tags?: string[]; rename(name: string): Item }",
                "it is optional, the contract says required",
            ),
            ("export interface Item { id: string; tags?: string[] }", "it has no `rename(name)`"),
            (
                "export class Item { id: string; tags?: string[]; rename(name: string): Item { return x } }",
                "it is a class, the contract says an interface",
            ),
        ],
    );
    all_pass(
        "t.ts",
        "export type State = 'draft' | 'published';",
        &["export type State =\n  | \"published\"\n  | \"draft\";"],
    );
    all_fail(
        "t.ts",
        "export type State = 'draft' | 'published';",
        &[
            (
                "export type State = 'draft' | 'published' | 'archived';",
                "the contract says `'draft' | 'published'`",
            ),
            ("export type State = string;", "it is `string`"),
        ],
    );
    all_pass(
        "t.ts",
        "export enum Colour { Red, Green = 'green' }",
        &[
            "export enum Colour { Red, Green = \"green\", Blue }",
            "export const enum Colour { Green = 'green', Red }",
        ],
    );
    all_fail(
        "t.ts",
        "export enum Colour { Red, Green = 'green' }",
        &[
            ("export enum Colour { Red }", "it has no `Green`"),
            ("export enum Colour { Red, Green = 'g' }", "its value is `\"g\"`"),
        ],
    );
    all_pass(
        "t.ts",
        "export const MAX: number;",
        &[
            "export const MAX = 10;",
            "export const MAX: number = compute();",
            "export let MAX = -1_000;",
        ],
    );
    all_pass(
        "t.ts",
        "export const MAX = 10;",
        &["export const MAX = 10;", "export const MAX: number = 10;"],
    );
    all_fail(
        "t.ts",
        "export const MAX: number = 10;",
        &[
            ("export const MAX = 11;", "its value is `11`"),
            ("export const MAX = '10';", "`string`"),
            ("export const MAX = compute();", "not stated"),
        ],
    );
    all_pass(
        "t.ts",
        "export const names: string[];",
        &["export const names = ['a', 'b'];", "export const names: Array<string> = [];"],
    );
    all_pass(
        "t.ts",
        "export const cache: Map<string, number>;",
        &["export const cache = new Map<string, number>();"],
    );
}

#[test]
fn exports_are_followed_through_the_room_and_no_further() {
    let implementation =
        "export function add(a: number, b: number): number { return a + b }\nexport default add;";
    let found = |index: &str, other: (&str, &str)| see(&[("src/index.ts", index), other], &[ADD]);
    for index in [
        "export { add } from './impl';",
        "export { add } from './impl.js';",
        "export * from './impl';",
        "export { default as add } from './impl';",
        "import { add } from './impl';\nexport { add };",
        "import plus from './impl.js';\nexport const other = 1;\nexport { plus as add };",
    ] {
        let seen = found(index, ("src/impl.ts", implementation));
        passes(index, &seen);
        assert_eq!(seen.files.len(), 2, "both files were judged");
    }
    passes("a folder", &found("export * from './impl';", ("src/impl/index.ts", implementation)));
    passes(
        "above",
        &see(
            &[("src/a/index.ts", "export * from '../impl';"), ("src/impl.tsx", implementation)],
            &[ADD],
        ),
    );
    let two = see(
        &[
            ("src/index.ts", "export * from './a';"),
            ("src/a.ts", "export { add } from './b';"),
            ("src/b.ts", implementation),
        ],
        &[ADD],
    );
    passes("two steps", &two);
    let wrong = found(
        "export * from './impl';",
        ("src/impl.ts", "export function add(a: number): number { return a }"),
    );
    fails(
        "another shape there",
        &wrong,
        &["`src/impl.ts`, line 1", "from where `src/index.ts` has it"],
    );
    let empty = found("export * from './impl';", ("src/impl.ts", "export const x = 1;"));
    fails("not there", &empty, &["`src/index.ts` has no `add`"]);
    is_undecided(
        "a package",
        &found("export { add } from 'lodash';", ("x.ts", "")),
        &["`lodash`", "A person must look"],
    );
    is_undecided(
        "everything of a package",
        &found("export * from 'lodash';", ("x.ts", "")),
        &["`lodash`"],
    );
    is_undecided(
        "outside the room",
        &found("export { add } from '../../../etc';", ("x.ts", "")),
        &["A person must look"],
    );
    let circle = see(&[("a.ts", "export * from './b';"), ("b.ts", "export * from './a';")], &[ADD]);
    assert_ne!(circle.finding, countersign_core::Finding::Pass);
    let typed = see(
        &[
            ("src/svc.ts", "import { Svc } from './types';\nexport const svc: Svc = make();"),
            ("src/types.ts", "export interface Svc { run(x: number): void }"),
        ],
        &["export const svc: { run(x: number): void };"],
    );
    passes("a type of another file", &typed);
}

#[test]
fn default_exports_are_found_by_being_the_default() {
    let contract = "export default function add(a: number, b: number): number;";
    all_pass(
        "add.ts",
        contract,
        &[
            "export default function add(a: number, b: number): number { return 1 }",
            "export default function (a: number, b: number): number { return 1 }",
            "function add(a: number, b: number): number { return 1 }\nexport default add;",
            "export default (a: number, b: number): number => 1;",
            "const add = (a: number, b: number): number => 1;\nexport { add as default };",
        ],
    );
    all_fail(
        "add.ts",
        contract,
        &[
            ("export function add(a: number, b: number): number { return 1 }", "no default export"),
            ("export default function add(a: number): number { return 1 }", "1 parameter"),
        ],
    );
    all_pass(
        "c.ts",
        "export default class Foo { run(): void }",
        &[
            "export default class Foo { run(): void {} }",
            "class Foo { run(): void {} }\nexport default Foo;",
            "export default class { run(): void {} }",
        ],
    );
}

#[test]
fn what_the_contract_does_not_export_need_only_be_there() {
    all_pass(
        "a.ts",
        "function helper(x: string): string;",
        &[
            "function helper(x: string): string { return x }",
            "export function helper(x: string): string { return x }",
        ],
    );
    all_pass("a.ts", "type Id = string;", &["type Id = string;\nexport const x = 1;"]);
    all_fail(
        "a.ts",
        "function helper(x: string): string;",
        &[("const other = 1;", "has no `helper`")],
    );
}

#[test]
fn async_is_part_of_what_is_returned() {
    all_pass(
        "a.ts",
        "export async function load(id: string): Promise<Item>;",
        &[
            "export async function load(id: string): Promise<Item> { return x }",
            "export function load(id: string): Promise<Item> { return x }",
        ],
    );
    all_pass(
        "a.ts",
        "export async function load(id: string)",
        &[
            "export async function load(id: string) { return x }",
            "export function load(id: string): Promise<X> { return x }",
        ],
    );
    all_fail(
        "a.ts",
        "export async function load(id: string)",
        &[("export function load(id: string) { return x }", "not asynchronous")],
    );
}

#[test]
fn several_signatures_are_each_judged() {
    let signatures = [
        "export interface A { x: number }",
        "export function f(a: A): void;",
        "export function g(): void;",
    ];
    let seen = see(
        &[(
            "a.ts",
            "export interface A { x: number }\nexport function f(a: A): string { return '' }",
        )],
        &signatures,
    );
    fails("two are wrong", &seen, &["`f`", "has no `g`"]);
    assert!(!seen.reason.contains("`A`"), "{}", seen.reason);
}

#[test]
fn what_cannot_be_judged_is_undecided() {
    is_undecided(
        "another language",
        &see(&[("a.rb", "def add(a, b)\nend")], &["def add(a, b)"]),
        &["only TypeScript"],
    );
    is_undecided(
        "an unreadable contract",
        &see(&[("a.ts", "export const x = 1;")], &["adds two %% numbers"]),
        &["contract must be mended"],
    );
    is_undecided(
        "no contract",
        &see(&[("a.ts", "export const x = 1;")], &[]),
        &["names no signature"],
    );
    fails("no file", &see(&[("b.ts", "")], &[ADD]).clone(), &["has no `add`"]);
    let room = crate::checks::tree(&[("src/Add.ts", "export {}")]);
    fails(
        "missing",
        &countersign_runner::exports::see(&room, "src/add.ts", &[ADD.to_owned()]),
        &["is not there", "`src/Add.ts`"],
    );
}

#[test]
fn a_file_that_cannot_be_parsed_fails_or_is_left_to_a_compiler() {
    let broken =
        "export function add(a: number, b: number): number { return a + b }\n\nexport const = ;\n";
    is_undecided(
        "all was found",
        &see(&[("a.ts", broken)], &[ADD]),
        &["line 3 is not TypeScript", "compiler"],
    );
    let both = see(&[("a.ts", broken)], &[ADD, "export function sub(): void;"]);
    fails("something is missing", &both, &["cannot be parsed: line 3", "has no `sub`"]);
    let other = see(&[("a.ts", "export * from './b';"), ("b.ts", broken)], &[ADD]);
    is_undecided("in another file", &other, &["A person must look"]);
}

#[test]
fn modern_syntax_parses() {
    let sources = [
        "export const x = { a: 1 } satisfies Record<string, number>;",
        "export type A = typeof import('./x');",
        "class A { accessor b = 1; static { init(); } #p = 1; has() { return #p in this; } }",
        "export function f<const T extends readonly unknown[]>(x: T): T { return x }",
        "import type { A } from './a';\nimport { type B, c } from './b';\nexport type { A };",
        "import data from './x.json' with { type: 'json' };",
        "export abstract class A { abstract get x(): string; protected abstract y: number; override z(): void {} }",
        "function assertIsString(x: unknown): asserts x is string {}",
        "declare global { interface Window { x: number } }\nexport {};",
        "export const f = async <T,>(x: T): Promise<T> => x;",
        "let a = b ?? c?.d!; a ??= 1; for await (const x of y) {}",
        "type X = { [K in keyof T as `get${Capitalize<K>}`]-?: () => T[K] };",
        "export enum E { A = 1 << 2, B = A | 3 }",
        "@Injectable()\nexport class S { constructor(@Inject(X) private readonly x: X) {} @Get('/') all(@Query() q: Q) {} }",
        "namespace N { export const x = 1 }",
        "export default { a: 1 } as const;",
        "label: for (;;) { break label }",
        "const big = 10n; const re = /[a-z]+/giu; const t = `a${b}c`;",
    ];
    for source in sources {
        let source = format!("{source}\nexport const marker: number = 1;");
        passes(&source, &see(&[("a.ts", &source)], &["export const marker: number;"]));
    }
}

#[test]
fn a_declaration_alone_is_nothing_that_runs() {
    let signature = "export function total(items: number[]): number;";
    let declared = "export declare function total(items: number[]): number;\n";
    super::all_fail("a.ts", signature, &[(declared, "total")]);
    super::all_fail("a.ts", &declared.replace('\n', ""), &[(declared, "total")]);
    super::all_pass("a.d.ts", signature, &[declared]);
    let there = "export function total(items: number[]): number {\n  return items.length;\n}\n";
    super::all_pass("a.ts", &declared.replace('\n', ""), &[there]);
}

#[test]
fn types_that_nobody_checks_prove_nothing() {
    let signature = "export const size: number;";
    for head in ["// @ts-nocheck\n", "#!/usr/bin/env node\n// Api.\n/* @ts-nocheck */\n"] {
        let text = format!("{head}export const size: number = 'no';");
        let seen = super::see(&[("src/api.ts", &text)], &[signature]);
        crate::checks::is_undecided(&text, &seen, &["@ts-nocheck"]);
    }
    let late = "export const size: number = 5;\n// @ts-nocheck is not for us\n";
    let told = "// We never use @ts-nocheck.\nexport const size: number = 5;\n";
    super::all_pass("src/api.ts", signature, &[late, told]);
    super::all_pass("src/api.js", signature, &["// @ts-nocheck\nexport const size = 5;\n"]);
}
