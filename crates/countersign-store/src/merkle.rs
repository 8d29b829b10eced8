//! The journal's tree: RFC 6962 hashes over its records, kept as the roots of perfect subtrees.

use sha2::{Digest, Sha256};

/// One SHA-256.
pub(crate) type Hash = [u8; 32];

/// A leaf's hash. The prefix keeps a leaf from passing as an inner node.
pub(crate) fn leaf_hash(bytes: &[u8]) -> Hash {
    Sha256::new().chain_update([0]).chain_update(bytes).finalize().into()
}

fn node_hash(left: &Hash, right: &Hash) -> Hash {
    Sha256::new().chain_update([1]).chain_update(left).chain_update(right).finalize().into()
}

/// All of a tree that is needed to append to it and to know its root: the roots of its perfect
/// subtrees, largest first, one for each bit of its size.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Frontier {
    size: u64,
    peaks: Vec<Hash>,
}

impl Frontier {
    /// The frontier as it is stored, if the parts fit together.
    pub(crate) fn from_parts(size: u64, bytes: &[u8]) -> Option<Self> {
        let (peaks, rest) = bytes.as_chunks::<32>();
        let fits = rest.is_empty() && u32::try_from(peaks.len()) == Ok(size.count_ones());
        fits.then(|| Self { size, peaks: peaks.to_vec() })
    }

    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.peaks.concat()
    }

    pub(crate) fn push(&mut self, leaf: Hash) {
        let mut peak = leaf;
        // As many trailing ones as the size has, so many subtrees become part of a larger one.
        for _ in 0..self.size.trailing_ones() {
            if let Some(left) = self.peaks.pop() {
                peak = node_hash(&left, &peak);
            }
        }
        self.peaks.push(peak);
        self.size += 1;
    }

    pub(crate) fn root(&self) -> Hash {
        let mut peaks = self.peaks.iter().rev();
        match peaks.next() {
            None => Sha256::new().finalize().into(),
            Some(last) => peaks.fold(*last, |right, left| node_hash(left, &right)),
        }
    }
}

#[cfg(test)]
mod tests {
    use ct_merkle::mem_backed_tree::MemoryBackedTree;

    use super::*;

    fn hex(hash: &Hash) -> String {
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The inputs and roots that certificate transparency implementations share as test vectors.
    #[test]
    fn roots_are_those_of_the_published_test_vectors() {
        let leaves: [&[u8]; 8] = [
            b"",
            &[0x00],
            &[0x10],
            &[0x20, 0x21],
            &[0x30, 0x31],
            &[0x40, 0x41, 0x42, 0x43],
            &[0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57],
            &[
                0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d,
                0x6e, 0x6f,
            ],
        ];
        let roots = [
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
            "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
            "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
            "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
        ];
        let mut frontier = Frontier::default();
        assert_eq!(hex(&frontier.root()), roots[0]);
        for (leaf, root) in leaves.iter().zip(&roots[1..]) {
            frontier.push(leaf_hash(leaf));
            assert_eq!(hex(&frontier.root()), *root);
        }
    }

    #[test]
    fn roots_are_those_of_another_implementation() {
        let mut frontier = Frontier::default();
        let mut other = MemoryBackedTree::<sha2::Sha256, Vec<u8>>::new();
        for n in 0..300u32 {
            let leaf = format!("record {n}").into_bytes();
            frontier.push(leaf_hash(&leaf));
            other.push(leaf);
            assert_eq!(frontier.root().as_slice(), other.root().as_bytes().as_slice());
        }
    }

    #[test]
    fn a_frontier_reads_as_it_is_written() {
        let mut frontier = Frontier::default();
        for n in 0..70u8 {
            let bytes = frontier.to_bytes();
            assert_eq!(Frontier::from_parts(frontier.size(), &bytes).unwrap(), frontier);
            assert_eq!(Frontier::from_parts(frontier.size() + 1, &[1, 2, 3]), None);
            frontier.push(leaf_hash(&[n]));
        }
    }
}
