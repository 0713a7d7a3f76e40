//! The addresses that an operator has blocked, from a file.

use std::fs;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

use ipnet::IpNet;
use parking_lot::RwLock;
use thiserror::Error;

/// Addresses and networks from a file, one on each line; `#` begins a comment. All copies are one list.
#[derive(Debug, Clone)]
pub struct BlockList {
    path: Arc<Path>,
    networks: Arc<RwLock<Vec<IpNet>>>,
}

/// Why a file is not a list of blocked addresses.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct BlockListError(String);

impl BlockList {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or a line is wrong.
    pub fn open(path: &Path) -> Result<Self, BlockListError> {
        Ok(Self { path: path.into(), networks: Arc::new(RwLock::new(read(path)?)) })
    }

    /// Reads the file again. Returns how many addresses and networks it has.
    ///
    /// # Errors
    /// When it cannot be read, or a line is wrong. The list then stays as it was.
    pub fn reload(&self) -> Result<usize, BlockListError> {
        let networks = read(&self.path)?;
        let count = networks.len();
        *self.networks.write() = networks;
        Ok(count)
    }

    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.networks.read().iter().any(|network| network.contains(&address))
    }
}

fn read(path: &Path) -> Result<Vec<IpNet>, BlockListError> {
    let shown = path.display();
    let text =
        fs::read_to_string(path).map_err(|error| BlockListError(format!("cannot read {shown}: {error}")))?;
    let mut networks = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let entry = line.split('#').next().unwrap_or_default().trim();
        if entry.is_empty() {
            continue;
        }
        networks.push(parse_network(entry).ok_or_else(|| {
            BlockListError(format!(
                "line {number} of {shown} is {entry:?}: write an address, or a network like 10.0.0.0/8"
            ))
        })?);
    }
    Ok(networks)
}

/// A network, or one address. IPv4 written as IPv6 is IPv4, because that is how clients are compared.
pub(crate) fn parse_network(text: &str) -> Option<IpNet> {
    let address = || text.parse().map(|address: IpAddr| address.to_canonical().into());
    text.parse().or_else(|_| address()).ok()
}

#[cfg(test)]
mod tests {
    use tempfile::NamedTempFile;

    use super::*;

    fn file(text: &str) -> NamedTempFile {
        let file = NamedTempFile::new().unwrap();
        fs::write(file.path(), text).unwrap();
        file
    }

    #[test]
    fn a_network_is_an_address_or_a_prefix() {
        for (text, expected) in [
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("192.0.2.7", "192.0.2.7/32"),
            ("::ffff:192.0.2.7", "192.0.2.7/32"),
            ("::1", "::1/128"),
            ("2001:db8::/33", "2001:db8::/33"),
        ] {
            assert_eq!(parse_network(text).map(|network| network.to_string()).as_deref(), Some(expected));
        }
        for wrong in
            ["", "/", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "host", "10.0.0.0/8/8", "[::1]"]
        {
            assert!(parse_network(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn addresses_and_networks_of_a_file_are_blocked() {
        let file = file("# bots\n192.0.2.7\n\n  2001:db8::/32 # a whole network\r\n");
        let list = BlockList::open(file.path()).unwrap();
        for (address, is_blocked) in [
            ("192.0.2.7", true),
            ("::ffff:192.0.2.7", true),
            ("192.0.2.8", false),
            ("2001:db8:1::1", true),
            ("2001:db9::1", false),
        ] {
            assert_eq!(list.contains(address.parse().unwrap()), is_blocked, "{address}");
        }
    }

    #[test]
    fn a_file_that_is_wrong_is_refused_with_its_line_and_changes_nothing() {
        let file = file("192.0.2.7\n");
        let (list, address) = (BlockList::open(file.path()).unwrap(), "192.0.2.7".parse().unwrap());
        fs::write(file.path(), "192.0.2.9\nexample.org\n").unwrap();
        let error = list.reload().unwrap_err().to_string();
        assert!(error.starts_with("line 2 of ") && error.contains("\"example.org\""), "{error}");
        assert!(list.contains(address));
        fs::write(file.path(), "192.0.2.9\n").unwrap();
        assert_eq!(list.reload().unwrap(), 1);
        assert!(!list.contains(address));
        let error = BlockList::open(Path::new("/nowhere")).unwrap_err().to_string();
        assert!(error.starts_with("cannot read /nowhere: "), "{error}");
    }
}
