//! Files that are mostly holes: what is copied of them takes no more room than they do.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// Writes a new file from its beginning, and leaves a hole wherever it is given nothing but zeros.
pub(crate) struct WithHoles<'f> {
    file: &'f File,
    size: u64,
    /// It ends with a hole so far.
    in_hole: bool,
}

impl<'f> WithHoles<'f> {
    pub(crate) fn new(file: &'f File) -> Self {
        Self { file, size: 0, in_hole: false }
    }

    /// A hole at the end is part of the file too.
    pub(crate) fn finish(self) -> io::Result<()> {
        if self.in_hole { self.file.set_len(self.size) } else { Ok(()) }
    }
}

impl Write for WithHoles<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let is_hole = bytes.iter().all(|byte| *byte == 0);
        if self.in_hole && !is_hole {
            self.file.seek(SeekFrom::Start(self.size))?;
        }
        let written = if is_hole { bytes.len() } else { self.file.write(bytes)? };
        self.in_hole = is_hole;
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;

    #[test]
    fn a_copy_of_a_file_with_holes_is_the_same_and_has_them_too() {
        let mut file = tempfile::tempfile().unwrap();
        let mut with_holes = WithHoles::new(&file);
        let nothing = vec![0; 1 << 20];
        for bytes in [b"start".as_slice(), &nothing, &nothing, b"\0middle\0", &nothing] {
            with_holes.write_all(bytes).unwrap();
        }
        with_holes.finish().unwrap();
        let mut all = Vec::new();
        file.rewind().unwrap();
        io::Read::read_to_end(&mut file, &mut all).unwrap();
        let expected = [b"start".as_slice(), &nothing, &nothing, b"\0middle\0", &nothing].concat();
        assert!(all == expected);
        let occupied = file.metadata().unwrap().blocks() * 512;
        assert!(occupied < 1 << 19, "{occupied}");
    }
}
