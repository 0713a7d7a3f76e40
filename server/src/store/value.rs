//! What is stored under a key.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use bytes::Bytes;

/// A value: bytes, or an object that is encoded when its bytes are needed. Objects are shared, never changed.
#[derive(Clone)]
pub struct Value(Arc<dyn Encode>);

/// An object that can be stored.
pub trait Encode: Any + Send + Sync {
    /// Its bytes.
    fn encode(&self) -> Bytes;
}

impl Value {
    /// Its bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Bytes {
        self.0.encode()
    }

    /// The object, if it was stored as one of this type; what was read from a disk is bytes.
    #[must_use]
    pub fn object<T: Encode>(&self) -> Option<Arc<T>> {
        (Arc::clone(&self.0) as Arc<dyn Any + Send + Sync>).downcast().ok()
    }
}

impl Encode for Bytes {
    fn encode(&self) -> Bytes {
        self.clone()
    }
}

impl<T: Encode> From<Arc<T>> for Value {
    fn from(object: Arc<T>) -> Self {
        Self(object)
    }
}

impl From<Bytes> for Value {
    fn from(bytes: Bytes) -> Self {
        Arc::new(bytes).into()
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.to_bytes() == other.to_bytes()
    }
}

impl Eq for Value {}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_bytes().fmt(f)
    }
}
