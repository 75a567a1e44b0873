//! Printed tables whose columns are as wide as needed.

use std::io::{self, Write};

/// Writes rows under a header; the first column is left-aligned, the others right-aligned.
pub(crate) fn write(out: &mut impl Write, header: &[&str], rows: &[Vec<String>]) -> io::Result<()> {
    let widths: Vec<usize> = (0..header.len())
        .map(|column| {
            let cells = rows.iter().map(|row| row[column].chars().count());
            cells.chain([header[column].chars().count()]).max().unwrap_or(0)
        })
        .collect();
    let header: Vec<String> = header.iter().map(|&title| title.to_owned()).collect();
    for row in std::iter::once(&header).chain(rows) {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(
                |(column, (cell, &width))| {
                    if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                },
            )
            .collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    Ok(())
}
