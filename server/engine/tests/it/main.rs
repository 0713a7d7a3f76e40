//! The engine from outside: published counts, exhaustive play, and properties on random boards.
#![cfg(test)]

mod casual;
mod level;
mod naive;
mod perfect;
mod published;
mod referee;
mod reference;
