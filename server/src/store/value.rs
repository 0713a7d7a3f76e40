//! What is stored under a key.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use bytes::Bytes;

/// A value: bytes, or an object that is encoded when its bytes are needed.
#[derive(Clone)]
pub struct Value(Arc<dyn Encode>);

/// What can be stored.
pub trait Encode: Any + Send + Sync {
    /// Its bytes.
    fn to_bytes(&self) -> Bytes;
}

impl Encode for Bytes {
    fn to_bytes(&self) -> Bytes {
        self.clone()
    }
}

impl Value {
    /// Its bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Bytes {
        self.0.to_bytes()
    }

    /// Whether it is bytes, and none of them.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.object::<Bytes>().is_some_and(|bytes| bytes.is_empty())
    }

    /// The object of this type; `None` for what was read from a disk.
    #[must_use]
    pub fn object<T: Encode>(&self) -> Option<Arc<T>> {
        (Arc::clone(&self.0) as Arc<dyn Any + Send + Sync>).downcast().ok()
    }
}

impl<T: Encode> From<Arc<T>> for Value {
    fn from(object: Arc<T>) -> Self {
        Self(object)
    }
}

impl From<Bytes> for Value {
    fn from(bytes: Bytes) -> Self {
        Self(Arc::new(bytes))
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
