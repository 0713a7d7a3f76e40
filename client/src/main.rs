//! The binary. Its library is compiled while the server's code is generated, which makes a first build shorter.

fn main() {
    tictactoe_client::main();
}
