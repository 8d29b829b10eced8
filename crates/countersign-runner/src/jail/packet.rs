//! Words and open files between a launcher and its warden: each a packet, so that many threads can send at once.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::cmsg_space;
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags,
    SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg,
    sendmsg, socketpair,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// More than any of these words has.
const LONGEST: usize = 4096;
const MOST_FILES: usize = 3;

pub(super) fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?)
}

pub(super) fn send(
    to: impl AsFd,
    word: &impl Serialize,
    files: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let body = serde_json::to_vec(word)?;
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(MOST_FILES))];
    let mut along = SendAncillaryBuffer::new(&mut space);
    if !files.is_empty() && !along.push(SendAncillaryMessage::ScmRights(files)) {
        return Err(io::Error::other("too many files for a packet"));
    }
    loop {
        match sendmsg(&to, &[IoSlice::new(&body)], &mut along, SendFlags::NOSIGNAL) {
            Ok(sent) if sent == body.len() => return Ok(()),
            Ok(_) => return Err(io::Error::other("half a packet was sent")),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// The next word, with the files that came along; nothing, once the other side is gone.
pub(super) fn receive<T: DeserializeOwned>(
    from: impl AsFd,
) -> io::Result<Option<(T, Vec<OwnedFd>)>> {
    let mut body = vec![0; LONGEST];
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(MOST_FILES))];
    let mut along = RecvAncillaryBuffer::new(&mut space);
    let received = loop {
        let mut into = [IoSliceMut::new(&mut body)];
        match recvmsg(&from, &mut into, &mut along, RecvFlags::CMSG_CLOEXEC) {
            Ok(received) => break received,
            Err(Errno::INTR) => {}
            Err(Errno::CONNRESET) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
    };
    let mut files = Vec::new();
    for message in along.drain() {
        if let RecvAncillaryMessage::ScmRights(come) = message {
            files.extend(come);
        }
    }
    if received.bytes == 0 {
        return Ok(None);
    }
    if received.flags.intersects(ReturnFlags::TRUNC | ReturnFlags::CTRUNC) {
        return Err(io::Error::other("a packet is too long"));
    }
    let word = serde_json::from_slice(body.get(..received.bytes).unwrap_or_default())?;
    Ok(Some((word, files)))
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use super::*;

    #[test]
    fn a_word_comes_with_its_files_and_then_the_end() {
        let (ours, theirs) = pair().unwrap();
        let (mut read, write) = io::pipe().unwrap();
        send(&ours, &"word", &[write.as_fd()]).unwrap();
        drop((ours, write));
        let (word, files): (String, _) = receive(&theirs).unwrap().unwrap();
        assert_eq!((word.as_str(), files.len()), ("word", 1));
        for file in files {
            std::fs::File::from(file).write_all(b"through").unwrap();
        }
        let mut text = String::new();
        read.read_to_string(&mut text).unwrap();
        assert_eq!(text, "through");
        assert!(receive::<String>(&theirs).unwrap().is_none());
    }
}
