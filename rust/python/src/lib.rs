//! The Python door.
