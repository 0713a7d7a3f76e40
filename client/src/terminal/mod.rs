//! The terminal itself: what is pressed, what is shown, and how it is left behind.
