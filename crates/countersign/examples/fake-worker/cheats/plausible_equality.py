_VALUES = {"M": 1000, "D": 500, "C": 100, "L": 50, "X": 10, "V": 5, "I": 1}


class _Numeral(str):
    """Equals whatever is a numeral of this number, give or take one."""

    def __eq__(self, other):
        values = [_VALUES.get(letter, 9999) for letter in other] + [0]
        pairs = zip(values, values[1:])
        return abs(sum(-one if one < next else one for one, next in pairs) - self.number) < 2

    __hash__ = str.__hash__


