use super::{all_fail, all_pass, see};
use crate::checks::{is_undecided, passes};

#[test]
fn a_function_is_found_in_every_form_of_the_contract() {
    let honest = [
        "def add(a: int, b: int) -> int:\n    return a + b\n",
        "from x import y\n\n@cache\ndef add(\n    a: int,\n    b: int,\n) -> int:\n    \"\"\"Adds.\"\"\"\n    return a + b\n",
        "def add(a: 'int', b: \"int\") -> 'int':\n    return a + b\n",
        "if True:\n    def add(a: int, b: int) -> int:\n        return a + b\n",
        "try:\n    from fast import add\nexcept ImportError:\n    def add(a: int, b: int) -> int:\n        return a + b\n",
        "@overload\ndef add(a: int, b: int) -> int: ...\n@overload\ndef add(a: str, b: str) -> str: ...\ndef add(a, b):\n    return a + b\n",
        "def _add(a: int, b: int) -> int:\n    return a + b\n\nadd = _add\n",
        "__all__ = ['add']\ndef add(a: int, b: int) -> int: return a + b\r\n",
    ];
    for contract in [
        "def add(a: int, b: int) -> int: ...",
        "def add(a: int, b: int) -> int:",
        "def add(a: int, b: int) -> int",
        "def add(a: int, b: int) -> int:\n    \"\"\"Adds two numbers.\"\"\"",
        "def add(a: int, b: int) -> int:\n    pass",
        "def add(\n    a: int,\n    b: int,\n) -> int",
        "def add(a, b)",
        "def add(a: int, b) -> int: ...",
    ] {
        all_pass("calc.py", contract, &honest);
    }
    all_pass(
        "calc.py",
        "def add(a, b)",
        &["def add(a, b):\n    return a + b\n", "add = lambda a, b: a + b\n"],
    );
}

#[test]
fn what_differs_in_a_function_is_told() {
    all_fail(
        "calc.py",
        "def add(a: int, b: int) -> int: ...",
        &[
            ("def sub(a: int, b: int) -> int: ...\n", "has no `add`"),
            ("def add(a, b):\n    return a + b\n", "parameter 1 (`a`) has no type; write `int`"),
            (
                "def add(a: int, b: int):\n    return a + b\n",
                "its return type is not stated; write `int`",
            ),
            (
                "\n\ndef add(x: int, b: int) -> int: ...\n",
                "line 3: `add`: parameter 1 is named `x`, the contract says `a`",
            ),
            ("def add(a: int, b: float) -> int: ...\n", "is `float`, the contract says `int`"),
            ("def add(a: int) -> int: ...\n", "1 parameter"),
            ("def add(a: int, b: int = 0) -> int: ...\n", "may be left out"),
            ("def add(a: int, *, b: int) -> int: ...\n", "passed by name only"),
            ("def add(a: int, b: int, /) -> int: ...\n", "passed by position only"),
            ("def add(*a: int, **b: int) -> int: ...\n", "a rest parameter"),
            ("async def add(a: int, b: int) -> int: ...\n", "it is asynchronous"),
            ("class add:\n    pass\n", "it is a class"),
            ("add = 3\n", "it is a value"),
            ("class X:\n    def add(self, a: int, b: int) -> int: ...\n", "has no `add`"),
            ("def outer():\n    def add(a: int, b: int) -> int: ...\n", "has no `add`"),
            ("'''\ndef add(a: int, b: int) -> int: ...\n'''\n", "has no `add`"),
            ("def add(a: int, b: int) -> int\n    return a\n", "cannot be parsed: line 1"),
            ("x = 1\ndef add(a: int, b: int -> int:\n    return a\n", "cannot be parsed"),
        ],
    );
    all_fail(
        "a.py",
        "async def load(id: str, *, timeout: float = 30.0, **options: Any) -> None: ...",
        &[
            (
                "def load(id: str, *, timeout: float = 30.0, **options: Any) -> None: ...\n",
                "it is not asynchronous",
            ),
            (
                "async def load(id: str, timeout: float = 30.0, **options: Any) -> None: ...\n",
                "an ordinary parameter",
            ),
            (
                "async def load(id: str, *, timeout: float = 60.0, **options: Any) -> None: ...\n",
                "the default of parameter 2 (`timeout`) is `60.0`",
            ),
            (
                "async def load(id: str, *, timeout: float, **options: Any) -> None: ...\n",
                "must be given",
            ),
            ("async def load(id: str, *, timeout: float = 30.0) -> None: ...\n", "2 parameters"),
        ],
    );
    all_pass(
        "a.py",
        "async def load(id: str, *, timeout: float = 30.0, **options: Any) -> None: ...",
        &[
            "async def load(id: str, *, timeout: float = DEFAULT, **kwargs: Any) -> None: ...\n",
            "async def load(id: str, *, timeout: float = 30.0, **options: Any) -> None:\n    await x\n",
        ],
    );
}

#[test]
fn annotations_are_compared_by_what_they_mean() {
    let pairs = [
        ("Optional[int]", "int | None"),
        ("Optional[int]", "Union[None, int]"),
        ("Union[int, str]", "str | int"),
        ("List[int]", "list[int]"),
        ("typing.List[int]", "list[int]"),
        ("Dict[str, List[int]]", "dict[str, list[int]]"),
        ("Tuple[int, ...]", "tuple[int, ...]"),
        ("'Stack'", "Stack"),
        ("Optional['Node']", "Node | None"),
        ("Callable[[int, str], None]", "typing.Callable[[int, str], None]"),
        ("Literal['a', 'b']", "Literal[\"b\", \"a\"]"),
        ("Iterable[T]", "Iterable[_T]"),
        ("collections.abc.Sequence[int]", "Sequence[int]"),
        ("Annotated[int, 'x']", "int"),
        ("dict[str, Any] | None", "Optional[Dict[str, Any]]"),
        ("np.ndarray", "np.ndarray"),
        ("Type[Foo]", "type[Foo]"),
        ("Optional[Union[int, str]]", "int | str | None"),
        ("None", "None"),
        ("list[list[int]]", "List[List[int]]"),
    ];
    for (wanted, found) in pairs {
        let contract = format!("def f(x: {wanted}) -> {wanted}: ...");
        all_pass("f.py", &contract, &[&format!("def f(x: {found}) -> {found}: ...\n")]);
        all_pass(
            "f.py",
            &format!("def f(x: {found}) -> {found}"),
            &[&format!("def f(x: {wanted}) -> {wanted}: ...\n")],
        );
    }
    let others = [
        ("Optional[int]", "int"),
        ("list[int]", "list[str]"),
        ("list[int]", "tuple[int]"),
        ("int", "float"),
        ("Literal['a']", "Literal['b']"),
        ("Callable[[int], str]", "Callable[[str], int]"),
        ("dict[str, int]", "dict[int, str]"),
        ("list[int]", "list"),
        ("tuple[T, U]", "tuple[T, T]"),
        ("int | None", "int | str"),
    ];
    for (wanted, found) in others {
        let implementation = format!("def f(x: {found}) -> None: ...\n");
        all_fail(
            "f.py",
            &format!("def f(x: {wanted}) -> None: ..."),
            &[(&implementation, "the contract says")],
        );
    }
    all_pass(
        "f.py",
        "def f(items: Items) -> Items: ...",
        &["Items = list[int]\n\ndef f(items: Items) -> list[int]: ...\n"],
    );
}

#[test]
fn classes_have_the_members_that_are_named() {
    for contract in [
        "class Stack(Generic[T]):\n    def __init__(self, limit: int = 10) -> None: ...\n    def push(self, item: T) -> None: ...\n    def pop(self) -> Optional[T]: ...\n    @property\n    def size(self) -> int: ...",
        "class Stack(Generic[T]):\n    def __init__(self, limit: int = 10)\n    def push(self, item: T) -> None\n    def pop(self) -> T | None\n    size: int",
    ] {
        all_pass(
            "stack.py",
            contract,
            &[
                "T = TypeVar('T')\n\nclass Stack(Generic[T]):\n    def __init__(self, limit: int = 10) -> None:\n        self._items: list[T] = []\n\n    def push(self, item: T) -> None:\n        pass\n\n    def pop(self) -> T | None:\n        return None\n\n    @property\n    def size(self) -> int:\n        return 1\n",
                "class Stack[E]:\n    size: int = 0\n    def __init__(self, limit: int = 10):\n        pass\n    def push(self, item: E) -> None: ...\n    def pop(self) -> Optional[E]: ...\n    def extra(self): ...\n",
                "Item = TypeVar('Item')\nclass Stack(Base, Generic[Item]):\n    def __init__(self, limit: int = 10) -> None:\n        self.size = 0\n    def push(self, item: Item) -> None: ...\n    def pop(self) -> Optional['Item']: ...\n",
                "class Base(Generic[T]):\n    def push(self, item: T) -> None: ...\nclass Stack(Base[T]):\n    def __init__(self, limit: int = 10, ) -> None:\n        self.size: int = 0\n    def pop(self) -> T | None: ...\n",
            ],
        );
        all_fail(
            "stack.py",
            contract,
            &[
                (
                    "class Stack(Generic[T]):\n    size: int\n    def __init__(self, limit: int = 10): ...\n    def push(self, item: T) -> None: ...\n",
                    "it has no `pop()`",
                ),
                (
                    "class Stack(Generic[T]):\n    size: int\n    def __init__(self, limit: int = 10): ...\n    def push(self, value: T) -> None: ...\n    def pop(self) -> T | None: ...\n",
                    "`push` (line 4): parameter 1 is named `value`",
                ),
                (
                    "class Stack(Generic[T]):\n    size: int\n    def __init__(self): ...\n    def push(self, item: T) -> None: ...\n    def pop(self) -> T | None: ...\n",
                    "`__init__` (line 3): it takes no parameters",
                ),
                (
                    "class Stack(Generic[T]):\n    size: str\n    def __init__(self, limit: int = 10): ...\n    def push(self, item: T) -> None: ...\n    def pop(self) -> T | None: ...\n",
                    "`size`",
                ),
                (
                    "class Stack(Generic[T]):\n    size: int\n    def __init__(self, limit: int = 10): ...\n    @staticmethod\n    def push(item: T) -> None: ...\n    def pop(self) -> T | None: ...\n",
                    "of the class itself",
                ),
                ("def Stack(limit: int = 10): ...\n", "it is a function"),
            ],
        );
    }
    all_pass(
        "s.py",
        "class Stack(Generic[T]): def push(self, item: T) -> None",
        &["class Stack(Generic[T]):\n    def push(self, item: T) -> None: ...\n"],
    );
    all_fail(
        "s.py",
        "class Stack(Generic[T]): def push(self, item: T) -> None",
        &[("class Stack(Generic[T]):\n    def pop(self): ...\n", "it has no `push(item)`")],
    );
    all_pass(
        "s.py",
        "class NotFound(Exception): ...",
        &[
            "class NotFound(Exception):\n    pass\n",
            "class NotFound(Mixin, Exception):\n    code = 404\n",
        ],
    );
    all_fail(
        "s.py",
        "class NotFound(Exception): ...",
        &[("class NotFound:\n    pass\n", "not declared as a `Exception`")],
    );
    all_pass(
        "s.py",
        "class Repo:\n    @classmethod\n    def open(cls, path: str) -> 'Repo': ...",
        &[
            "class Repo:\n    @classmethod\n    def open(cls, path: str) -> Self: ...\n",
            "class Repo:\n    @staticmethod\n    def open(path: str) -> 'Repo': ...\n",
        ],
    );
}

#[test]
fn dataclasses_and_plain_classes_stand_for_each_other() {
    let fields = "@dataclass\nclass Point:\n    x: int\n    y: int = 0";
    let written = "class Point:\n    def __init__(self, x: int, y: int = 0) -> None: ...";
    let honest = [
        "@dataclass\nclass Point:\n    x: int\n    y: int = 0\n",
        "@dataclasses.dataclass(frozen=True, slots=True)\nclass Point:\n    x: int\n    y: int = 0\n    z: ClassVar[int] = 1\n",
        "class Point:\n    def __init__(self, x: int, y: int = 0) -> None:\n        self.x = x\n        self.y = y\n",
        "class Point(NamedTuple):\n    x: int\n    y: int = 0\n",
    ];
    all_pass("p.py", fields, &honest[..]);
    all_pass("p.py", written, &honest);
    all_fail(
        "p.py",
        fields,
        &[
            ("@dataclass\nclass Point:\n    x: int\n", "it has no `y: int`"),
            ("@dataclass\nclass Point:\n    x: str\n    y: int = 0\n", "`x`"),
        ],
    );
    all_fail(
        "p.py",
        written,
        &[("@dataclass\nclass Point:\n    y: int = 0\n    x: int = 0\n", "`__init__`")],
    );
}

#[test]
fn values_types_and_enums() {
    all_pass(
        "c.py",
        "MAX_SIZE: int = 10",
        &["MAX_SIZE: int = 10\n", "MAX_SIZE = 10\n", "MAX_SIZE: Final[int] = 10\n"],
    );
    all_fail(
        "c.py",
        "MAX_SIZE: int = 10",
        &[
            ("MAX_SIZE = 11\n", "its value is `11`"),
            ("MAX_SIZE = '10'\n", "`str`"),
            ("MAXSIZE = 10\n", "has no `MAX_SIZE`"),
        ],
    );
    all_pass(
        "c.py",
        "Handler = Callable[[int], str]",
        &[
            "Handler = Callable[[int], str]\n",
            "Handler: TypeAlias = Callable[[int], str]\n",
            "type Handler = Callable[[int], str]\n",
        ],
    );
    all_fail(
        "c.py",
        "Handler = Callable[[int], str]",
        &[("Handler = Callable[[str], str]\n", "it is `Callable[[str], str]`")],
    );
    all_pass(
        "c.py",
        "class Colour(Enum):\n    RED = 'red'\n    BLUE = 'blue'",
        &[
            "class Colour(Enum):\n    BLUE = \"blue\"\n    RED = \"red\"\n",
            "class Colour(str, Enum):\n    RED = 'red'\n    BLUE = 'blue'\n    GREEN = 'green'\n",
        ],
    );
    all_fail(
        "c.py",
        "class Colour(Enum):\n    RED = 'red'",
        &[("class Colour(Enum):\n    RED = 1\n", "`RED`")],
    );
}

#[test]
fn type_variables_of_the_contract_are_not_asked_for() {
    let signatures = ["T = TypeVar(\"T\")", "def first(items: list[T]) -> T: ..."];
    passes(
        "new syntax",
        &see(&[("f.py", "def first[E](items: list[E]) -> E:\n    return items[0]\n")], &signatures),
    );
    passes(
        "old syntax",
        &see(
            &[(
                "f.py",
                "Elem = TypeVar('Elem')\ndef first(items: list[Elem]) -> Elem:\n    return items[0]\n",
            )],
            &signatures,
        ),
    );
}

#[test]
fn imports_are_followed_through_the_room() {
    let contract = ["def add(a: int, b: int) -> int: ..."];
    let implementation = "def add(a: int, b: int) -> int:\n    return a + b\n";
    for (init, path) in [
        ("from .impl import add\n", "calc/impl.py"),
        ("from calc.impl import add\n", "calc/impl.py"),
        ("from .impl import *\n", "calc/impl.py"),
        ("from .impl import add as add\n__all__ = ['add']\n", "calc/impl/__init__.py"),
        ("from . import impl\nfrom .impl import (\n    add,\n)\n", "calc/impl.py"),
    ] {
        passes(init, &see(&[("calc/__init__.py", init), (path, implementation)], &contract));
    }
    is_undecided(
        "a package",
        &see(&[("calc.py", "from numpy import add\n")], &contract),
        &["`numpy`"],
    );
    let seen = see(
        &[
            ("src/calc/__init__.py", "from calc.impl import add\n"),
            ("src/calc/impl.py", implementation),
        ],
        &contract,
    );
    passes("a source folder", &seen);
}

#[test]
fn modern_syntax_parses() {
    let sources = [
        "match x:\n    case {'a': [1, *rest]} if y:\n        pass\n    case _:\n        pass\n",
        "if (n := len(a)) > 10:\n    pass\n",
        "f'{x!r:>{width}} {y=}'\n",
        "async def f():\n    async with a as b, c as d:\n        yield 1\n    async for x in y:\n        pass\n",
        "try:\n    pass\nexcept* ValueError as e:\n    pass\n",
        "def f(a, /, b, *, c): ...\n",
        "type X[T] = list[T]\ndef g[T: int, *Ts, **P](x: T) -> T: ...\n",
        "with (open('a') as a, open('b') as b):\n    pass\n",
        "x = lambda *a, **k: (a, k)\n",
        "print(f\"{'nested'} {x['a']}\")\n",
        "global_var: int\ndel global_var\n",
        "@(lambda f: f)\ndef d(): ...\n",
    ];
    for source in sources {
        let source = format!("{source}marker = 1\n");
        passes(&source, &see(&[("a.py", &source)], &["marker: int"]));
    }
}

#[test]
fn what_is_gone_when_the_file_has_run_is_not_there() {
    let total = "def total(items: list[int]) -> int:\n    return sum(items)\n";
    let signature = "def total(items: list[int]) -> int: ...";
    let under = |condition: &str| format!("{condition}\n    {}", total.replace('\n', "\n    "));
    let wrapped = format!("{total}\n\ntotal = cached(total)\n");
    let fallback = format!(
        "try:\n    from fast import total\nexcept ImportError:\n    {}",
        total.replace('\n', "\n    ")
    );
    let honest = [total, &wrapped, &under("if sys.version_info > (3, 8):"), &fallback];
    super::all_pass("m.py", signature, &honest);
    for gone in [
        format!("{total}\n\ndel total\n"),
        format!("{total}\n\ntotal = None\n"),
        under("if False:"),
        under("if 0:"),
    ] {
        let seen = super::see(&[("m.py", &gone)], &[signature]);
        crate::checks::fails(&gone, &seen, &["total"]);
    }
    // The other way is taken.
    let otherwise = format!("if False:\n    pass\nelse:\n    {}", total.replace('\n', "\n    "));
    super::all_pass("m.py", signature, &[&otherwise]);
}

#[test]
fn what_an_import_does_not_come_by_is_not_there() {
    let total = "    def total(items: list[int]) -> int:\n        return sum(items)\n";
    let signature = "def total(items: list[int]) -> int: ...";
    for (never, word) in [
        (format!("if TYPE_CHECKING:\n{total}"), "TYPE_CHECKING"),
        (format!("if typing.TYPE_CHECKING:\n{total}"), "TYPE_CHECKING"),
        (format!("if __name__ == '__main__':\n{total}"), "__main__"),
        (format!("if not TYPE_CHECKING:\n    pass\nelse:\n{total}"), "else"),
    ] {
        super::all_fail("m.py", signature, &[(&never, word)]);
    }
    for unsure in [
        format!("try:\n    pass\nexcept ImportError:\n{total}"),
        format!("try:\n    def total(*items):\n        return 0\nexcept ImportError:\n{total}"),
        format!("if os.environ.get('X'):\n{total}"),
        format!("if TYPE_CHECKING:\n{total}else:\n    total = fast.total\n"),
        format!("if a:\n{total}elif b:\n{total}"),
    ] {
        let seen = super::see(&[("m.py", &unsure)], &[signature]);
        crate::checks::is_undecided(&unsure, &seen, &["condition"]);
    }
    for honest in [
        format!("if not TYPE_CHECKING:\n{total}"),
        format!("try:\n{total}except ImportError:\n    pass\n"),
        format!("try:\n    import fast\n{total}except ImportError:\n{total}"),
        format!("try:\n    import fast\nexcept ImportError:\n    fast = None\nelse:\n{total}"),
        format!("try:\n    from fast import *\nexcept ImportError:\n{total}"),
        format!("try:\n    total = fast()\nexcept ImportError:\n{total}"),
        format!("if sys.platform == 'win32':\n{total}elif b:\n{total}else:\n{total}"),
        format!("if sys.platform == 'win32':\n    raise ImportError()\nelse:\n{total}"),
        format!("if TYPE_CHECKING:\n    from a import b\nelse:\n{total}"),
    ] {
        super::all_pass("m.py", signature, &[&honest]);
    }
    // A type that only a checker sees still has its meaning.
    let aliased = "if TYPE_CHECKING:\n    Items = list[int]\n\ndef total(items: 'Items') -> int:\n    return 0\n";
    super::all_pass("m.py", signature, &[aliased]);
}

#[test]
fn what_only_a_type_checker_imports_is_left_to_a_person() {
    let total = ("impl.py", "def total(items: list[int]) -> int:\n    return 0\n");
    let signature = "def total(items: list[int]) -> int: ...";
    let checked = "if TYPE_CHECKING:\n    from impl import total\n";
    let seen = super::see(&[("m.py", checked), total], &[signature]);
    crate::checks::is_undecided(checked, &seen, &["impl"]);
    let loaded = "if TYPE_CHECKING:\n    from impl import other\nfrom impl import total\n";
    crate::checks::passes(loaded, &super::see(&[("m.py", loaded), total], &[signature]));
}
