//! The table as Apache Parquet, with its origin as JSON in the metadata `chokepoint`.

use super::super::results::{Line, Results, cell_text};
use super::cells::{Cell, Filling, LANE, PROBLEM, SEED};
use super::{AnyError, Refusal, provenance};
use chokepoint_sweep::Sweep;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::metadata::{KeyValue, ParquetMetaData};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::record::Field;
use parquet::schema::types::{Type, TypePtr};
use serde_json::{Map, Value};
use std::fs::File;
use std::io::Write;
use std::panic;
use std::sync::Arc;

/// Name of the metadata field that holds the origin of the table.
const METADATA: &str = "chokepoint";
/// Number of rows compressed together. Two copies of them are in memory while they are written.
const ROWS_AT_ONCE: usize = 1 << 17;

/// The value type of a setting's column.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Kind {
    Whole,
    Real,
    Boolean,
    Text,
}

impl Kind {
    fn of(values: &[Value]) -> Self {
        let all = |is: fn(&Value) -> bool| values.iter().all(is);
        if all(Value::is_i64) {
            Self::Whole
        } else if all(Value::is_number) {
            Self::Real
        } else if all(Value::is_boolean) {
            Self::Boolean
        } else {
            Self::Text
        }
    }

    const fn physical(self) -> Physical {
        match self {
            Self::Whole => Physical::INT64,
            Self::Real => Physical::DOUBLE,
            Self::Boolean => Physical::BOOLEAN,
            Self::Text => Physical::BYTE_ARRAY,
        }
    }
}

/// A column, with the source of its values.
enum Column {
    /// Index of a varied setting.
    Setting(usize, Kind),
    Lane,
    Seed,
    Metric(usize),
    Problem,
}

fn columns(sweep: &Sweep) -> Vec<(String, Column)> {
    let settings = sweep.varied().enumerate();
    let settings = settings.map(|(place, (path, values))| (path.to_owned(), Column::Setting(place, Kind::of(values))));
    let metrics = sweep.metrics().iter().enumerate();
    let metrics = metrics.map(|(place, metric)| (metric.to_string(), Column::Metric(place)));
    let run = [(LANE.to_owned(), Column::Lane), (SEED.to_owned(), Column::Seed)];
    settings.chain(run).chain(metrics).chain([(PROBLEM.to_owned(), Column::Problem)]).collect()
}

fn schema(columns: &[(String, Column)]) -> Result<TypePtr, AnyError> {
    let fields = columns.iter().map(|(title, column)| {
        let (kind, repetition) = match column {
            Column::Setting(_, kind) => (*kind, Repetition::REQUIRED),
            Column::Lane => (Kind::Text, Repetition::REQUIRED),
            Column::Seed => (Kind::Whole, Repetition::REQUIRED),
            Column::Metric(_) => (Kind::Real, Repetition::OPTIONAL),
            Column::Problem => (Kind::Text, Repetition::OPTIONAL),
        };
        let logical = (kind == Kind::Text).then_some(LogicalType::String);
        let field = Type::primitive_type_builder(title, kind.physical());
        Ok(Arc::new(field.with_repetition(repetition).with_logical_type(logical).build()?))
    });
    let fields = fields.collect::<Result<Vec<_>, AnyError>>()?;
    Ok(Arc::new(Type::group_type_builder("sweep").with_fields(fields).build()?))
}

pub(super) fn write(results: &Results, out: &mut (impl Write + Send)) -> Result<(), AnyError> {
    let sweep = results.sweep();
    let columns = columns(sweep);
    let provenance = Value::Object(provenance(sweep)).to_string();
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(vec![KeyValue::new(METADATA.to_owned(), provenance)]))
        .build();
    let mut file = SerializedFileWriter::new(out, schema(&columns)?, Arc::new(properties))?;
    let mut lines = results.lines();
    loop {
        let rows: Vec<Line<'_>> = lines.by_ref().take(ROWS_AT_ONCE).collect();
        if rows.is_empty() {
            break;
        }
        let mut group = file.next_row_group()?;
        for (_, column) in &columns {
            let Some(mut writer) = group.next_column()? else { break };
            write_column(&mut writer, column, sweep, &rows)?;
            writer.close()?;
        }
        group.close()?;
    }
    file.close()?;
    Ok(())
}

fn write_column(
    out: &mut SerializedColumnWriter<'_>,
    column: &Column,
    sweep: &Sweep,
    rows: &[Line<'_>],
) -> Result<(), AnyError> {
    match column {
        Column::Setting(place, kind) => {
            let values = rows.iter().map(|line| sweep.values_at(line.task.point)[*place]);
            match kind {
                Kind::Whole => {
                    let values: Vec<i64> = values.filter_map(Value::as_i64).collect();
                    out.typed::<Int64Type>().write_batch(&values, None, None)?;
                }
                Kind::Real => {
                    let values: Vec<f64> = values.filter_map(Value::as_f64).collect();
                    out.typed::<DoubleType>().write_batch(&values, None, None)?;
                }
                Kind::Boolean => {
                    let values: Vec<bool> = values.filter_map(Value::as_bool).collect();
                    out.typed::<BoolType>().write_batch(&values, None, None)?;
                }
                Kind::Text => {
                    let values: Vec<ByteArray> = values.map(|value| text(&cell_text(value))).collect();
                    out.typed::<ByteArrayType>().write_batch(&values, None, None)?;
                }
            }
        }
        Column::Lane => {
            let names: Vec<ByteArray> = sweep.lanes().iter().map(|name| text(name)).collect();
            let values: Vec<ByteArray> = rows.iter().map(|line| names[line.task.lane].clone()).collect();
            out.typed::<ByteArrayType>().write_batch(&values, None, None)?;
        }
        Column::Seed => {
            let values: Vec<i64> = rows.iter().map(|line| line.task.seed as i64).collect();
            out.typed::<Int64Type>().write_batch(&values, None, None)?;
        }
        Column::Metric(place) => {
            let cells = rows.iter().map(|line| line.values.get(*place).copied().filter(|value| !value.is_nan()));
            let is_there: Vec<i16> = cells.clone().map(|cell| i16::from(cell.is_some())).collect();
            let values: Vec<f64> = cells.flatten().collect();
            out.typed::<DoubleType>().write_batch(&values, Some(&is_there), None)?;
        }
        Column::Problem => {
            let is_there: Vec<i16> = rows.iter().map(|line| i16::from(line.problem.is_some())).collect();
            let values: Vec<ByteArray> = rows.iter().filter_map(|line| line.problem).map(text).collect();
            out.typed::<ByteArrayType>().write_batch(&values, Some(&is_there), None)?;
        }
    }
    Ok(())
}

fn text(text: &str) -> ByteArray {
    text.as_bytes().to_vec().into()
}

/// Reads a table. In version 60 of the library, a decoder can index out of bounds on a damaged file and panic. A panic
/// is therefore treated as a refused file.
pub(super) fn read(from: File) -> Result<Results, Refusal> {
    let report = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let read = panic::catch_unwind(|| read_sound(from));
    panic::set_hook(report);
    read.unwrap_or_else(|_| Err(Refusal::NoTable("it is damaged".to_owned())))
}

fn read_sound(from: File) -> Result<Results, Refusal> {
    let in_words = |error: parquet::errors::ParquetError| error.to_string();
    let reader = SerializedFileReader::new(from).map_err(in_words)?;
    if let Some(other) = other_codec(reader.metadata()) {
        return Err(Refusal::Packed(format!(
            "is compressed with {other}, which this program cannot decompress; tables of Chokepoint are compressed with Snappy. In Python: \
             pyarrow.parquet.write_table(pyarrow.parquet.read_table(FILE), FILE, compression=\"snappy\")"
        )));
    }
    let about = reader.metadata().file_metadata();
    let titles: Vec<String> = about.schema_descr().columns().iter().map(|column| column.path().string()).collect();
    let provenance = about.key_value_metadata().into_iter().flatten().find(|entry| entry.key == METADATA);
    let provenance = provenance.and_then(|entry| entry.value.as_deref()).unwrap_or("{}");
    let provenance: Map<String, Value> = serde_json::from_str(provenance).map_err(|error| error.to_string())?;
    let mut filling = Filling::new(&provenance, &titles)?;
    for row in reader.get_row_iter(None).map_err(in_words)? {
        let row = row.map_err(in_words)?.into_columns();
        let cells: Vec<Cell> = row.into_iter().map(|(_, field)| cell(field)).collect();
        filling.put(&cells)?;
    }
    Ok(filling.filled())
}

/// The name of the codec if this program cannot decompress the file. `Cargo.toml` lists the supported codecs.
fn other_codec(about: &ParquetMetaData) -> Option<String> {
    let mut codecs = about.row_groups().iter().flat_map(|group| group.columns()).map(|column| column.compression());
    let other = codecs.find(|codec| !matches!(codec, Compression::UNCOMPRESSED | Compression::SNAPPY))?;
    // The codec name may be followed by a level, as in `ZSTD(ZstdLevel(1))`.
    let name = format!("{other:?}");
    Some(name.split('(').next().unwrap_or_default().to_owned())
}

fn cell(field: Field) -> Cell {
    match field {
        Field::Bool(value) => Cell::Text(value.to_string()),
        Field::Int(value) => Cell::Number(value.into()),
        Field::Long(value) => Cell::Number(value as f64),
        Field::Float(value) => Cell::Number(value.into()),
        Field::Double(value) => Cell::Number(value),
        Field::Str(value) => Cell::Text(value),
        Field::Bytes(value) => value.as_utf8().map_or(Cell::Empty, |text| Cell::Text(text.to_owned())),
        _ => Cell::Empty,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::share::Share;
    use parquet::basic::ZstdLevel;
    use parquet::file::metadata::ParquetMetaDataReader;
    use serde_json::json;

    /// The message for a table whose columns are all compressed with this codec.
    fn other_codec_of(codec: Compression) -> Option<String> {
        let definition = json!({ "scene": { "lanes": [{ "aqm": "red" }], "flows": [{ "transport": "udp" }] },
            "over": [{ "path": "max_th", "values": [60] }], "seeds": 1, "metrics": ["jain_index"] });
        let sweep = Arc::new(Sweep::parse(&definition).unwrap());
        let mut results = Results::new(Arc::clone(&sweep), Share::WHOLE);
        results.put_values(sweep.task(0).unwrap(), &[0.5]);
        let mut bytes = Vec::new();
        write(&results, &mut bytes).unwrap();
        // The file ends with the metadata, their length, and four magic bytes.
        let (rest, tail) = bytes.split_at(bytes.len() - 8);
        let length = u32::from_le_bytes(tail[..4].try_into().unwrap()) as usize;
        let about = ParquetMetaDataReader::decode_metadata(&rest[rest.len() - length..]).unwrap();
        let mut packed = about.into_builder();
        let groups = packed.take_row_groups().into_iter().map(|group| {
            let columns = group.columns().iter().cloned();
            let columns =
                columns.map(|column| column.into_builder().set_compression(codec).build()).collect::<Result<_, _>>();
            group.into_builder().set_column_metadata(columns.unwrap()).build().unwrap()
        });
        other_codec(&packed.set_row_groups(groups.collect()).build())
    }

    #[test]
    fn an_unsupported_codec_is_named() {
        assert_eq!(other_codec_of(Compression::SNAPPY), None);
        assert_eq!(other_codec_of(Compression::UNCOMPRESSED), None);
        assert_eq!(other_codec_of(Compression::ZSTD(ZstdLevel::default())), Some("ZSTD".to_owned()));
        assert_eq!(other_codec_of(Compression::LZ4_RAW), Some("LZ4_RAW".to_owned()));
    }
}
