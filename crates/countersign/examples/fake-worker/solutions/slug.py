"""Slugs of titles."""

import re


def slugify(title: str) -> str:
    """The title as a part of an address."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
