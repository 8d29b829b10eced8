use countersign_runner::check::Seen;
use countersign_runner::check::outputs::{Outputs, see};

use super::{Broken, Tree, fails, is_undecided, passes, tree};

fn look(base: &Tree, room: &Tree, write: &[&str], modify: &[&str]) -> Seen {
    given(base, room, write, modify, &[])
}

fn given(base: &Tree, room: &Tree, write: &[&str], modify: &[&str], given: &[&str]) -> Seen {
    let owned = |paths: &[&str]| paths.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>();
    let (write, modify, given) = (owned(write), owned(modify), owned(given));
    see(Outputs { base, room, write: &write, modify: &modify, given: &given, other_mode: &[] })
}

#[test]
fn written_and_changed_files_pass_with_their_size() {
    let base = tree(&[("src/index.ts", "export * from './a';\n"), ("old.ts", "1\n2\n3\n")]);
    let room = tree(&[
        ("src/index.ts", "export * from './a';\nexport * from './b';\n"),
        ("src/b.ts", "export const b = 1;\nexport const c = 2;\n"),
        ("old.ts", "1\n2\n"),
        ("pkg/__init__.py", ""),
        ("pages/[id].tsx", "export default () => null;\n"),
        ("extra/notes.md", "x"),
    ]);
    let seen = look(&base, &room, &["src/b.ts"], &["src/index.ts"]);
    passes("both", &seen);
    assert!(seen.reason.contains("`src/b.ts` is new: 2 lines"), "{}", seen.reason);
    assert!(seen.reason.contains("1 line added, 0 taken away"), "{}", seen.reason);
    assert_eq!(seen.files.len(), 2);
    passes("lines only taken away", &look(&base, &room, &[], &["old.ts"]));
    passes("empty by nature", &look(&base, &room, &["pkg/__init__.py"], &[]));
    passes("brackets in a name", &look(&base, &room, &["pages/[id].tsx"], &[]));
    passes("a pattern", &look(&base, &room, &["src/*.ts"], &[]));
    passes("a pattern below", &look(&base, &room, &["extra/**/*.md"], &[]));
    passes("written over what was there", &look(&base, &room, &["old.ts"], &[]));
    passes("written though it was to be modified", &look(&base, &room, &[], &["src/b.ts"]));
    let moved = tree(&[("old.ts", "3\n1\n2\n")]);
    passes("lines in another order", &look(&base, &moved, &[], &["old.ts"]));
    let spaced = tree(&[("old.ts", "1\n  2\n3\n")]);
    passes("indentation is a change", &look(&base, &spaced, &[], &["old.ts"]));
    let binary = (tree(&[("a.png", b"\x89PNG\x00\x01")]), tree(&[("a.png", b"\x89PNG\x00\x02x")]));
    passes("a picture", &look(&binary.0, &binary.1, &[], &["a.png"]));
}

#[test]
fn what_was_not_done_is_named() {
    let base = tree(&[("a.ts", "one\ntwo\n"), ("b.ts", "x\n")]);
    let missing = look(&base, &tree(&[("src/New.ts", "x")]), &["src/new.ts"], &[]);
    fails("missing", &missing, &["`src/new.ts` is not there", "`src/New.ts`"]);
    fails("empty", &look(&base, &tree(&[("n.ts", "")]), &["n.ts"], &[]), &["is empty"]);
    fails("blank", &look(&base, &tree(&[("n.ts", "\n \0")]), &["n.ts"], &[]), &["nothing in it"]);
    fails("deleted", &look(&base, &tree::<&str>(&[]), &[], &["a.ts"]), &["`a.ts` was deleted"]);
    fails("written nowhere", &look(&base, &base, &["a.ts"], &[]), &["is as it was before"]);
    fails("never there", &look(&base, &base, &[], &["z.ts"]), &["was not there before"]);
    let only_line_ends = [
        ("CRLF", "one\r\ntwo\r\n"),
        ("spaces at line ends", "one  \ntwo\t\n"),
        ("no last line end", "one\ntwo"),
        ("blank lines at the end", "one\ntwo\n\n\n"),
        ("a byte order mark", "\u{FEFF}one\ntwo\n"),
    ];
    for (name, content) in only_line_ends {
        let seen = look(&base, &tree(&[("a.ts", content)]), &[], &["a.ts"]);
        fails(name, &seen, &["`a.ts`", "only in line ends"]);
    }
    let both = look(&base, &base, &["n.ts"], &["b.ts"]);
    fails("every shortfall is told", &both, &["`n.ts`", "`b.ts`"]);
    fails(
        "a pattern without a match",
        &look(&base, &base, &["lib/*.rs"], &[]),
        &["no file matches"],
    );
    fails("a pattern unchanged", &look(&base, &base, &["*.ts"], &[]), &["as it was before"]);
}

#[test]
fn the_specifications_own_files_need_only_be_there() {
    let base = tree(&[("a.test.ts", "test\n")]);
    let seen = given(&base, &base, &["a.test.ts"], &[], &["a.test.ts"]);
    passes("the same as before", &seen);
    let gone = given(&base, &tree::<&str>(&[]), &["a.test.ts"], &[], &["a.test.ts"]);
    fails("gone", &gone, &["deleted"]);
}

#[test]
fn nothing_asked_and_nothing_readable_are_undecided() {
    is_undecided(
        "nothing",
        &look(&tree::<&str>(&[]), &tree::<&str>(&[]), &[], &[]),
        &["names no file"],
    );
    let write = ["a".to_owned()];
    let broken = Outputs {
        base: &Broken,
        room: &Broken,
        write: &write,
        modify: &[],
        given: &[],
        other_mode: &[],
    };
    is_undecided("a bad disk", &see(broken), &["input/output error"]);
}
