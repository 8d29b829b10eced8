//! Work that is right, and work that only has the right shape.

use std::io;

use crate::area::Area;

pub const NUMERALS: &str = include_str!("solutions/numerals.py");
pub const SIZES: &str = include_str!("solutions/sizes.py");
pub const SLUG: &str = include_str!("solutions/slug.py");
pub const DURATION: &str = include_str!("solutions/duration.js");
pub const SHORTEN: &str = include_str!("solutions/shorten.rs");

pub const WRONG_NUMERALS: &str = "def to_roman(number: int) -> str:\n    return \"I\" * number\n";
pub const WRONG_SLUG: &str =
    "def slugify(title: str) -> str:\n    \"\"\"A slug.\"\"\"\n    return title\n";
pub const WRONG_DURATION: &str =
    "export function parseDuration(text) {\n  return text.length;\n}\n";
pub const WRONG_SHORTEN: &str =
    "pub fn shorten(text: &str, most: usize) -> String {\n    text.repeat(most.min(2))\n}\n";

pub fn numerals(area: &Area, text: &str) -> io::Result<()> {
    area.write("romans/numerals.py", text)
}

pub fn slug(area: &Area, text: &str) -> io::Result<()> {
    area.write("slugs/slug.py", text)
}

pub fn sizes(area: &Area, text: &str) -> io::Result<()> {
    area.write("slugs/sizes.py", text)
}

pub fn duration(area: &Area, text: &str) -> io::Result<()> {
    area.write("src/duration.js", text)
}

pub fn shorten(area: &Area, text: &str) -> io::Result<()> {
    area.write("src/shorten.rs", text)?;
    area.append("src/lib.rs", "\npub mod shorten;\n")
}
