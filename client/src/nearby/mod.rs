//! Servers that are found on the network.
