//! Between a browser and the server, for drivers that cannot run a script before those of a page: hands everything on as
//! it is, and has each page load one script more, first of all.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};

/// The address, behind a relay, of pages that a server has, such as `127.0.0.1:4000/folder`; it lives as long as the tests.
/// `script` is what the pages run first.
pub fn open(pages: &str, script: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let relay = listener.local_addr().unwrap();
    let (server, folder) = pages.split_once('/').unwrap_or((pages, ""));
    let address = format!("{relay}/{folder}").trim_end_matches('/').to_string();
    let server = server.to_string();
    std::thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let server = server.clone();
            // A browser or a server that goes away ends its connection, not the test.
            std::thread::spawn(move || drop(hand_on(client, &server, script)));
        }
    });
    address
}

/// One request and its answer; the connection ends with it.
fn hand_on(mut client: TcpStream, server: &str, script: &str) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        if client.read(&mut byte)? == 0 {
            return Ok(());
        }
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head);
    let path = head.split(' ').nth(1).unwrap_or_default();
    let path = path.split('?').next().unwrap_or_default();
    if path == "/first.js" {
        let length = script.len();
        write!(client, "HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\nContent-Length: {length}\r\n")?;
        return write!(client, "Connection: close\r\n\r\n{script}");
    }
    let is_page = path.ends_with('/') || path.ends_with("/index.html");
    let dropped: &[&str] = match is_page {
        true => &["connection:", "if-none-match:", "accept-encoding:"],
        false => &["connection:"],
    };
    let is_kept = |line: &&str| !dropped.iter().any(|name| line.to_ascii_lowercase().starts_with(name));
    let lines: Vec<&str> = head.trim_end().split("\r\n").filter(is_kept).collect();
    let mut upstream = TcpStream::connect(server)?;
    write!(upstream, "{}\r\nConnection: close\r\n\r\n", lines.join("\r\n"))?;
    // What else the browser sends, until it goes away: then the server learns of it.
    let (mut sent, mut to) = (client.try_clone()?, upstream.try_clone()?);
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut sent, &mut to);
        let _ = to.shutdown(Shutdown::Both);
    });
    if is_page {
        let mut answer = String::new();
        upstream.read_to_string(&mut answer)?;
        client.write_all(with_script(&answer).as_bytes())?;
    } else {
        // Event streams arrive piece by piece.
        let mut piece = [0; 16_384];
        loop {
            let length = upstream.read(&mut piece)?;
            if length == 0 {
                break;
            }
            client.write_all(&piece[..length])?;
        }
    }
    client.shutdown(Shutdown::Both)
}

/// A page that loads the script before its own.
fn with_script(answer: &str) -> String {
    let Some((head, body)) = answer.split_once("\r\n\r\n") else { return answer.to_string() };
    let body = body.replacen("<head>", "<head><script src=\"/first.js\"></script>", 1);
    let is_kept = |line: &&str| {
        let line = line.to_ascii_lowercase();
        !line.starts_with("content-length:") && !line.starts_with("etag:")
    };
    let lines: Vec<&str> = head.split("\r\n").filter(is_kept).collect();
    format!("{}\r\nContent-Length: {}\r\n\r\n{body}", lines.join("\r\n"), body.len())
}
