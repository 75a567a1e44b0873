//! Tables of numbers. Each table is declared once, with the names, types and meanings of its columns.
//!
//! `columns!` declares a table, `scalars!` a set of single numbers, `block!` the contents of one block of bytes, and
//! `codes!` a set of numeric codes. The writers and the TypeScript types follow from the declarations.
//!
//! Layout of a block, little-endian: the version and the number of columns; for each column its offset in bytes and its
//! length in elements (all `u32`); then the columns, each at a multiple of 8 bytes. The first column holds the scalars.

/// Version of the layout, increased when the layout or the meaning of a column changes.
pub const BLOCK_VERSION: u32 = 7;

/// Name, element type and meaning of a column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Name of the column, and of the corresponding field in Rust.
    pub name: &'static str,
    /// Type of the elements in Rust: `f64`, `u32`, `i32` or `u8`.
    pub element: &'static str,
    /// Size of an element \[bytes\].
    pub bytes: usize,
    /// Meaning, with the unit.
    pub meaning: &'static str,
}

/// A declared table or set of scalars.
#[derive(Clone, Copy, Debug)]
pub struct TableAbout {
    /// Name of the type in Rust and in TypeScript.
    pub name: &'static str,
    /// Meaning of the table.
    pub meaning: &'static str,
    /// Columns, in order.
    pub columns: &'static [Column],
}

/// A declared block.
#[derive(Clone, Copy, Debug)]
pub struct BlockAbout {
    /// Name of the type in Rust and in TypeScript.
    pub name: &'static str,
    /// Contents of the block.
    pub meaning: &'static str,
    /// The first column.
    pub scalars: TableAbout,
    /// The tables in order, each with the name of its field, its meaning and its declaration.
    pub tables: &'static [(&'static str, &'static str, TableAbout)],
}

impl BlockAbout {
    /// The columns after the scalars, each with the name of its table.
    pub fn columns(&self) -> impl Iterator<Item = (&'static str, &'static Column)> {
        self.tables.iter().flat_map(|&(group, _, table)| table.columns.iter().map(move |column| (group, column)))
    }
}

/// Numeric codes and their names.
#[derive(Clone, Copy, Debug)]
pub struct CodesAbout {
    /// Name in TypeScript.
    pub name: &'static str,
    /// Meaning of the codes.
    pub meaning: &'static str,
    /// Name in kebab-case, number, meaning.
    pub codes: &'static [(&'static str, u8, &'static str)],
}

/// An element of a column.
pub(crate) trait Element: Copy {
    const NAME: &'static str;
    fn append(self, bytes: &mut Vec<u8>);
}

macro_rules! elements {
    ($($number:ident),*) => {
        $(impl Element for $number {
            const NAME: &'static str = stringify!($number);
            fn append(self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }
        })*
    };
}
elements!(f64, u32, i32, u8);

/// A table that can be written into a block.
pub(crate) trait Columns {
    const ABOUT: TableAbout;
    fn write(&self, block: &mut BlockWriter);
}

/// Writes columns one after another.
#[derive(Debug)]
pub(crate) struct BlockWriter {
    bytes: Vec<u8>,
    next: usize,
}

/// Size of an entry in the list of columns: an offset and a length \[bytes\].
const ENTRY: usize = 8;
const HEADER: usize = 8;
const ALIGNMENT: usize = 8;

impl BlockWriter {
    pub(crate) fn new(columns: usize) -> Self {
        let mut bytes = vec![0; HEADER + columns * ENTRY];
        bytes[..4].copy_from_slice(&BLOCK_VERSION.to_le_bytes());
        bytes[4..8].copy_from_slice(&(columns as u32).to_le_bytes());
        Self { bytes, next: 0 }
    }

    pub(crate) fn column<T: Element>(&mut self, values: &[T]) {
        let start = self.bytes.len().next_multiple_of(ALIGNMENT);
        self.bytes.resize(start, 0);
        let entry = HEADER + self.next * ENTRY;
        self.bytes[entry..entry + 4].copy_from_slice(&(start as u32).to_le_bytes());
        self.bytes[entry + 4..entry + 8].copy_from_slice(&(values.len() as u32).to_le_bytes());
        self.bytes.reserve(size_of_val(values));
        for value in values {
            value.append(&mut self.bytes);
        }
        self.next += 1;
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Declares a table: a struct with a vector for each column.
///
/// Usage: `columns! { /// Meaning. pub(crate) struct Names of Row { /// Meaning. column: u32, … } }`. The part `of Row`
/// is optional: it also declares a struct for one row, and functions that add rows to the table. A column may hold
/// several numbers for each row; their count is the same for all rows.
macro_rules! columns {
    ($(#[doc = $about:literal])* $vis:vis struct $table:ident {
        $($(#[doc = $meaning:literal])* $name:ident: $element:ty,)*
    }) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, Default)]
        $vis struct $table { $($(#[doc = $meaning])* pub(crate) $name: Vec<$element>,)* }

        impl $crate::page::border::table::Columns for $table {
            const ABOUT: $crate::page::border::table::TableAbout = $crate::page::border::table::TableAbout {
                name: stringify!($table),
                meaning: concat!($($about, "\n"),*),
                columns: &[$($crate::page::border::table::Column {
                    name: stringify!($name),
                    element: <$element as $crate::page::border::table::Element>::NAME,
                    bytes: size_of::<$element>(),
                    meaning: concat!($($meaning, "\n"),*),
                }),*],
            };

            fn write(&self, block: &mut $crate::page::border::table::BlockWriter) {
                $(block.column(&self.$name);)*
            }
        }

        #[allow(dead_code, reason = "what every table can do; few need all of it")]
        impl $table {
            /// Number of rows, which is the number of elements in the first column.
            pub(crate) fn rows(&self) -> usize {
                let lengths = [$(self.$name.len()),*];
                lengths[0]
            }

            pub(crate) fn clear(&mut self) {
                $(self.$name.clear();)*
            }

            /// Keeps the first `rows` rows and removes the others.
            pub(crate) fn truncate(&mut self, rows: usize) {
                let before = self.rows();
                if rows < before {
                    $(self.$name.truncate(self.$name.len() / before * rows);)*
                }
            }

            /// Removes the first `rows` rows; the table must have at least `rows` rows.
            pub(crate) fn remove_first(&mut self, rows: usize) {
                let before = self.rows().max(1);
                $(self.$name.drain(..self.$name.len() / before * rows);)*
            }
        }
    };
    ($(#[doc = $about:literal])* $vis:vis struct $table:ident of $(#[doc = $one:literal])* $row:ident {
        $($(#[doc = $meaning:literal])* $name:ident: $element:ty,)*
    }) => {
        $crate::page::border::table::columns! {
            $(#[doc = $about])* $vis struct $table { $($(#[doc = $meaning])* $name: $element,)* }
        }

        $(#[doc = $one])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        $vis struct $row { $($(#[doc = $meaning])* pub(crate) $name: $element,)* }

        impl $table {
            /// Adds a row.
            pub(crate) fn push(&mut self, row: $row) {
                $(self.$name.push(row.$name);)*
            }

            /// The row at index `at`, which must exist.
            #[allow(dead_code, reason = "few tables are read again")]
            pub(crate) fn row(&self, at: usize) -> $row {
                $row { $($name: self.$name[at],)* }
            }
        }

        impl FromIterator<$row> for $table {
            fn from_iter<I: IntoIterator<Item = $row>>(rows: I) -> Self {
                let mut table = Self::default();
                rows.into_iter().for_each(|row| table.push(row));
                table
            }
        }
    };
}
pub(crate) use columns;

/// Declares a set of single numbers as a struct of `f64`.
macro_rules! scalars {
    ($(#[doc = $about:literal])* $vis:vis struct $name:ident {
        $($(#[doc = $meaning:literal])* $field:ident,)*
    }) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug)]
        $vis struct $name { $($(#[doc = $meaning])* pub(crate) $field: f64,)* }

        impl $crate::page::border::table::Columns for $name {
            const ABOUT: $crate::page::border::table::TableAbout = $crate::page::border::table::TableAbout {
                name: stringify!($name),
                meaning: concat!($($about, "\n"),*),
                columns: &[$($crate::page::border::table::Column {
                    name: stringify!($field),
                    element: "f64",
                    bytes: 8,
                    meaning: concat!($($meaning, "\n"),*),
                }),*],
            };

            fn write(&self, block: &mut $crate::page::border::table::BlockWriter) {
                block.column(&[$(self.$field),*]);
            }
        }
    };
}
pub(crate) use scalars;

/// Declares a block: scalars and tables that are sent together.
macro_rules! block {
    ($(#[doc = $about:literal])* $vis:vis struct $name:ident {
        scalars: $scalars:ty,
        $($(#[doc = $meaning:literal])* $field:ident: $table:ty,)*
    }) => {
        $(#[doc = $about])*
        $vis struct $name<'a> {
            pub(crate) scalars: $scalars,
            $($(#[doc = $meaning])* pub(crate) $field: &'a $table,)*
        }

        impl $name<'_> {
            pub(crate) const ABOUT: $crate::page::border::table::BlockAbout = $crate::page::border::table::BlockAbout {
                name: stringify!($name),
                meaning: concat!($($about, "\n"),*),
                scalars: <$scalars as $crate::page::border::table::Columns>::ABOUT,
                tables: &[$((
                    stringify!($field),
                    concat!($($meaning, "\n"),*),
                    <$table as $crate::page::border::table::Columns>::ABOUT,
                )),*],
            };

            /// The block as bytes.
            pub(crate) fn encode(&self) -> Vec<u8> {
                use $crate::page::border::table::Columns;
                const COLUMNS: usize = 1 $(+ <$table as Columns>::ABOUT.columns.len())*;
                let mut block = $crate::page::border::table::BlockWriter::new(COLUMNS);
                self.scalars.write(&mut block);
                $(self.$field.write(&mut block);)*
                block.finish()
            }
        }
    };
}
pub(crate) use block;

/// Declares numeric codes: a module of constants, with their names for the page and for TypeScript.
macro_rules! codes {
    ($(#[doc = $about:literal])* $vis:vis mod $module:ident as $name:ident {
        $($(#[doc = $meaning:literal])* $code:ident = $number:literal $word:literal,)*
    }) => {
        $(#[doc = $about])*
        $vis mod $module {
            $($(#[doc = $meaning])* pub(crate) const $code: u8 = $number;)*
            /// The names of all codes, for TypeScript.
            pub(crate) const ABOUT: $crate::page::border::table::CodesAbout = $crate::page::border::table::CodesAbout {
                name: stringify!($name),
                meaning: concat!($($about, "\n"),*),
                codes: &[$(($word, $number, concat!($($meaning, "\n"),*))),*],
            };
        }
    };
}
pub(crate) use codes;

#[cfg(test)]
mod tests {
    use super::*;

    columns! {
        /// Packets.
        struct Packets of
        /// A packet.
        Row {
            /// Number.
            id: u32,
            /// When it came \[s\].
            time_s: f64,
        }
    }
    columns! {
        /// Shares.
        struct Shares {
            /// End.
            time_s: f64,
            /// Two a row.
            class: u8,
        }
    }
    scalars! {
        /// Two numbers.
        struct Two {
            /// One.
            one,
            /// The other.
            other,
        }
    }
    block! {
        /// All of it.
        struct All {
            scalars: Two,
            /// Those that wait.
            packets: Packets,
            shares: Shares,
        }
    }

    #[test]
    fn columns_are_at_the_offsets_of_the_header() {
        let packets = Packets::from_iter([Row { id: 7, time_s: 0.5 }, Row { id: 9, time_s: 1.5 }]);
        let shares = Shares { time_s: vec![1.0], class: vec![4, 5] };
        let bytes = All { scalars: Two { one: 1.0, other: 2.0 }, packets: &packets, shares: &shares }.encode();
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((word(0), word(4)), (BLOCK_VERSION as usize, 5));
        let column = |place: usize| (word(HEADER + ENTRY * place), word(HEADER + ENTRY * place + 4));
        let (ids, count) = column(1);
        assert_eq!((ids % ALIGNMENT, count, word(ids), word(ids + 4)), (0, 2, 7, 9));
        let (classes, count) = column(4);
        assert_eq!((count, &bytes[classes..]), (2, &[4, 5][..]));
        let names: Vec<_> = All::ABOUT.columns().map(|(group, column)| (group, column.name, column.bytes)).collect();
        assert_eq!(names[1..3], [("packets", "time_s", 8), ("shares", "time_s", 8)]);
    }

    #[test]
    fn a_row_can_hold_several_numbers() {
        let mut shares = Shares { time_s: vec![1.0, 2.0, 3.0], class: vec![1, 2, 3, 4, 5, 6] };
        shares.truncate(2);
        shares.remove_first(1);
        assert_eq!((shares.time_s, shares.class), (vec![2.0], vec![3, 4]));
    }
}
