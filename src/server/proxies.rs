//! The proxies in front of the server, which are trusted about whom they ask for.

use axum::http::HeaderMap;
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// The header in which a proxy says for whom it asks.
const FORWARDED: &str = "x-forwarded-for";

/// A machine or a network, such as `127.0.0.1` or `10.0.0.0/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProxyNetwork(IpNet);

impl FromStr for ProxyNetwork {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let network = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        network.map(Self).map_err(|_| {
            let text = crate::text::shorten(text);
            format!("`{text}` is neither an address nor a network; examples are 127.0.0.1 and 10.0.0.0/8")
        })
    }
}

/// All proxies that were named.
#[derive(Clone, Debug, Default)]
pub struct Proxies(Vec<ProxyNetwork>);

impl Proxies {
    /// These.
    pub fn new(networks: Vec<ProxyNetwork>) -> Self {
        Self(networks)
    }

    /// Whether an address is one of these proxies.
    pub fn has(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.0.contains(&address.to_canonical()))
    }

    /// The client: in a request from a named proxy, the last address in `X-Forwarded-For` that is not a proxy, as each
    /// proxy appends whom it sees and earlier addresses may be forged; otherwise the peer.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        let lines = headers.get_all(FORWARDED).into_iter().rev().map(|line| line.to_str().unwrap_or_default());
        for address in lines.flat_map(|line| line.rsplit(',')).map(|text| read(text.trim())) {
            match address {
                Some(address) if self.has(client) => client = address,
                _ => break,
            }
        }
        client
    }

    /// Whether a proxy has passed a request on.
    pub fn has_passed_on(&self, peer: IpAddr, headers: &HeaderMap) -> bool {
        self.has(peer) && headers.contains_key(FORWARDED)
    }
}

/// An address as proxies write it, some with a port.
fn read(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse::<SocketAddr>().map(|address| address.ip()).ok();
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    text.parse().ok().or_else(with_port).or_else(in_brackets).map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn client(proxies: &[&str], peer: &str, lines: &[&str]) -> String {
        let proxies = Proxies::new(proxies.iter().map(|text| text.parse().unwrap()).collect());
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED, HeaderValue::try_from(*line).unwrap());
        }
        proxies.client(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn only_named_proxies_say_who_asks() {
        assert_eq!(client(&[], "127.0.0.1", &["1.2.3.4"]), "127.0.0.1");
        assert_eq!(client(&["127.0.0.1"], "10.0.0.1", &["1.2.3.4"]), "10.0.0.1");
        assert_eq!(client(&["127.0.0.1"], "127.0.0.1", &[]), "127.0.0.1");
        assert_eq!(client(&["127.0.0.1"], "::ffff:127.0.0.1", &["1.2.3.4"]), "1.2.3.4");
    }

    #[test]
    fn what_a_client_invents_is_not_believed() {
        let proxies = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"];
        for (lines, found) in [
            (&["6.6.6.6, 1.2.3.4"][..], "1.2.3.4"),
            (&["6.6.6.6", "1.2.3.4"], "1.2.3.4"),
            (&["6.6.6.6, 1.2.3.4, 10.1.2.3"], "1.2.3.4"),
            (&["6.6.6.6, 1.2.3.4", "10.1.2.3, fd00::7"], "1.2.3.4"),
            (&["1.2.3.4:5678"], "1.2.3.4"),
            (&["[2001:db8::1]:80"], "2001:db8::1"),
            (&["[2001:db8::1]"], "2001:db8::1"),
            // The proxies themselves ask, as they do for their health checks.
            (&["10.1.2.3, 10.4.5.6"], "10.1.2.3"),
            (&["1.2.3.4, unknown"], "127.0.0.1"),
            (&["1.2.3.4, , 10.1.2.3"], "10.1.2.3"),
            (&[""], "127.0.0.1"),
        ] {
            assert_eq!(client(&proxies, "127.0.0.1", lines), found, "{lines:?}");
        }
    }

    #[test]
    fn what_is_neither_an_address_nor_a_network_is_refused() {
        for text in ["", "localhost", "10.0.0.0/33", "1.2.3", "10.0.0.0/", "::1/129"] {
            assert!(text.parse::<ProxyNetwork>().unwrap_err().contains("10.0.0.0/8"), "{text}");
        }
    }
}
