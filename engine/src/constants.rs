//! Owns the form of a set of constants that measuring may change by name. It owns no constant.

/// Declares a structure of constants: each with its documentation, its type (`f32` or `usize`) and its value, which is
/// what [`Default`] gives. `set` changes one by its name.
macro_rules! constants {
    ($(#[$about:meta])* pub struct $name:ident { $($(#[$doc:meta])* $field:ident: $kind:ty = $value:expr,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $($(#[$doc])* pub $field: $kind,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $value,)* }
            }
        }

        impl $name {
            /// Changes the constant called `name`, for measuring; returns whether there is one. A count is rounded down.
            pub fn set(&mut self, name: &str, value: f32) -> bool {
                match name {
                    $(stringify!($field) => self.$field = <$kind as $crate::constants::FromMeasure>::from_measure(value),)*
                    _ => return false,
                }
                true
            }
        }
    };
}

pub(crate) use constants;

/// A type that a constant may have.
pub(crate) trait FromMeasure {
    /// Returns the value that comes nearest from below.
    fn from_measure(value: f32) -> Self;
}

impl FromMeasure for f32 {
    fn from_measure(value: f32) -> Self {
        value
    }
}

impl FromMeasure for usize {
    fn from_measure(value: f32) -> Self {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the conversion saturates")]
        {
            value as Self
        }
    }
}
