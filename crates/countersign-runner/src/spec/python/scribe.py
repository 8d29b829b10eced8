

_SCRIBE_file = __import__("os").environ.get("VARIABLE")


def _SCRIBE(at, answer):
    import json

    def plain(one):
        kind = type(one)
        if one is None or kind in (bool, int, float, str):
            return one
        if kind in (list, tuple):
            return [plain(each) for each in one]
        if kind in (set, frozenset):
            return {"s": [plain(each) for each in one]}
        if kind is dict:
            return {"m": [[plain(name), plain(each)] for name, each in one.items()]}
        if kind is bytes:
            return {"b": one.hex()}
        for base in (bool, int, float, list, tuple, set, frozenset, dict, bytes):
            if isinstance(one, base):
                return {"o": plain(base(one))}
        if isinstance(one, str):
            return {"o": str.__str__(one)}
        try:
            return {"o": float(one)}
        except Exception:
            return {"o": repr(kind)}

    with open(_SCRIBE_file, "a", encoding="utf-8") as file:
        file.write(f"{at}\t{json.dumps(plain(answer))}\n")
