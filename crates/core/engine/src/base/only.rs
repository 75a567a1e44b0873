//! [`Only`], a wrapper for code that only the full build has: scripts, Linux's senders, CAKE. No other file of the
//! engine tests the feature `full`.
//!
//! In a build without this feature [`Only`] is uninhabited and takes no space. The compiler then leaves out all code
//! that handles an [`Only`], and every enum variant that contains an [`Only`]. The page first loads such a build. It
//! loads the full build for a scene that needs scripts, Linux's senders or CAKE.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Deref, DerefMut};

/// The error message of the smaller build for a scene or value that only the full build can read.
pub(crate) const LEFT_OUT: &str = "needs the full build of the engine, but this is the smaller build";

/// A value that exists only in the full build.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Only<T>(held::Held<T>);

#[cfg(feature = "full")]
mod held {
    use super::Only;

    pub(super) type Held<T> = T;

    impl<T> Only<T> {
        /// Wraps the value, in the full build.
        pub const fn new(value: T) -> Self {
            Self(value)
        }

        /// The wrapped value.
        pub fn get(self) -> T {
            self.0
        }

        /// Applies `make` to the wrapped value. Returns the result in an [`Only`], or the error of `make`.
        pub(crate) fn try_map<U, E>(self, make: impl FnOnce(T) -> Result<U, E>) -> Result<Only<U>, E> {
            make(self.0).map(Only)
        }

        /// A reference to the value, wrapped.
        pub(crate) fn as_ref(&self) -> Only<&T> {
            Only(&self.0)
        }
    }

    impl Only<()> {
        /// A token that exists in the full build; `None` in the smaller build.
        pub(crate) const MARK: Option<Self> = Some(Self(()));
    }

    pub(super) fn borrow<T>(held: &Held<T>) -> &T {
        held
    }

    pub(super) fn borrow_mut<T>(held: &mut Held<T>) -> &mut T {
        held
    }
}

#[cfg(not(feature = "full"))]
mod held {
    use super::Only;
    use std::convert::Infallible;
    use std::marker::PhantomData;

    pub(super) type Held<T> = (Infallible, PhantomData<T>);

    impl<T> Only<T> {
        /// Never called, since the smaller build has no value of this type.
        pub fn get(self) -> T {
            match self.0.0 {}
        }

        pub(crate) fn try_map<U, E>(self, _: impl FnOnce(T) -> Result<U, E>) -> Result<Only<U>, E> {
            match self.0.0 {}
        }

        pub(crate) fn as_ref(&self) -> Only<&T> {
            match self.0.0 {}
        }
    }

    impl Only<()> {
        pub(crate) const MARK: Option<Self> = None;
    }

    pub(super) fn borrow<T>(held: &Held<T>) -> &T {
        match held.0 {}
    }

    pub(super) fn borrow_mut<T>(held: &mut Held<T>) -> &mut T {
        match held.0 {}
    }
}

impl<T> Only<T> {
    /// Applies `make` to the wrapped value, and wraps the result.
    pub(crate) fn map<U>(self, make: impl FnOnce(T) -> U) -> Only<U> {
        match self.try_map(|it| Ok::<_, std::convert::Infallible>(make(it))) {
            Ok(made) => made,
        }
    }

    /// Applies `make` to the wrapped value. Returns the result in an [`Only`], or `None` if `make` returns `None`.
    pub(crate) fn filter_map<U>(self, make: impl FnOnce(T) -> Option<U>) -> Option<Only<U>> {
        self.try_map(|it| make(it).ok_or(())).ok()
    }
}

impl<T> Deref for Only<T> {
    type Target = T;

    fn deref(&self) -> &T {
        held::borrow(&self.0)
    }
}

impl<T> DerefMut for Only<T> {
    fn deref_mut(&mut self) -> &mut T {
        held::borrow_mut(&mut self.0)
    }
}

impl<T: Serialize> Serialize for Only<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Only<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Only::MARK.ok_or_else(|| D::Error::custom(LEFT_OUT))?.try_map(|()| T::deserialize(from))
    }
}
