def size(text: str) -> float:
    """The size that a text says."""
    number, unit = (text[:-1], 1024) if text.endswith("k") else (text, 1)
    if not number.replace(".", "", 1).isdigit():
        raise ValueError(text)
    return float(number) * unit
