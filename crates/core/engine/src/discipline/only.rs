//! Code that only a build with scripts has. No other place of the engine asks for the feature `scripted`.
//!
//! In a build without it no [`Only`] has a value, and takes no room: all code with one, and every variant of an enum that
//! holds one, is left out of the lab by the compiler.

use serde::{Serialize, Serializer};
use std::ops::{Deref, DerefMut};

/// Something of a script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Only<T>(held::Held<T>);

#[cfg(feature = "scripted")]
mod held {
    use super::Only;

    pub(super) type Held<T> = T;

    impl<T> Only<T> {
        /// Something of a script, in a build that reads scripts.
        pub const fn new(value: T) -> Self {
            Self(value)
        }

        /// The value.
        pub fn get(self) -> T {
            self.0
        }

        /// The result of `make` on the value, if it succeeds.
        pub(in crate::discipline) fn try_map<U, E>(self, make: impl FnOnce(T) -> Result<U, E>) -> Result<Only<U>, E> {
            make(self.0).map(Only)
        }

        /// A look at it.
        pub(in crate::discipline) fn as_ref(&self) -> Only<&T> {
            Only(&self.0)
        }
    }

    pub(super) fn borrow<T>(held: &Held<T>) -> &T {
        held
    }

    pub(super) fn borrow_mut<T>(held: &mut Held<T>) -> &mut T {
        held
    }
}

#[cfg(not(feature = "scripted"))]
mod held {
    use super::Only;
    use std::convert::Infallible;
    use std::marker::PhantomData;

    pub(super) type Held<T> = (Infallible, PhantomData<T>);

    impl<T> Only<T> {
        /// There is nothing.
        pub fn get(self) -> T {
            match self.0.0 {}
        }

        pub(in crate::discipline) fn try_map<U, E>(self, _: impl FnOnce(T) -> Result<U, E>) -> Result<Only<U>, E> {
            match self.0.0 {}
        }

        pub(in crate::discipline) fn as_ref(&self) -> Only<&T> {
            match self.0.0 {}
        }
    }

    pub(super) fn borrow<T>(held: &Held<T>) -> &T {
        match held.0 {}
    }

    pub(super) fn borrow_mut<T>(held: &mut Held<T>) -> &mut T {
        match held.0 {}
    }
}

impl<T> Only<T> {
    /// The result of `make` on the value.
    pub(crate) fn map<U>(self, make: impl FnOnce(T) -> U) -> Only<U> {
        match self.try_map(|it| Ok::<_, std::convert::Infallible>(make(it))) {
            Ok(made) => made,
        }
    }

    /// The result of `make` on the value, if there is one.
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
