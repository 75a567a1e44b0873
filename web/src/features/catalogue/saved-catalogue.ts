/** Tables for files: the disciplines, and a discipline's parameters, with the engine's full descriptions. Pure. */

import type { Catalog, DisciplineAbout, SettingSpec } from '../../core/border/catalog';
import { provenanceOfPage } from '../../core/save/provenance-of-page';
import { fileName } from '../../core/save/provenance-of-scene';
import type { SavedCell, SavedColumn, SavedTable } from '../../core/save/saved-table';
import { COLUMNS, CONFIDENCES, type ColumnId, MEMORIES, type Row } from './catalogue-rows';
import { MEASUREMENT, timesYardstick, YARDSTICK } from './costs';

type Version = Pick<Catalog, 'engine_version' | 'numbers'>;

/** The rows in the order on the page. */
export function disciplinesTable(rows: readonly Row[], link: string, catalog: Version): SavedTable {
  return {
    name: 'disciplines',
    columns: DISCIPLINES.map(({ column }) => column),
    rows: rows.map((row) => DISCIPLINES.map(({ cell }) => cell(row))),
    remark: measuredHow(),
    provenance: provenanceOfPage('Queue disciplines', link, catalog),
  };
}

interface ColumnOfDiscipline {
  readonly column: SavedColumn;
  readonly cell: (row: Row) => SavedCell;
}

const DISCIPLINES: readonly ColumnOfDiscipline[] = [
  { column: { name: 'id', meaning: 'Id in scenes and results' }, cell: ({ about }) => about.id },
  { column: shown('name', 'name'), cell: ({ about }) => about.name },
  { column: shown('year', 'year'), cell: ({ about }) => about.year },
  {
    column: { ...shown('memory', 'memory'), meaning: `${meaningOf('memory')}: ${words(MEMORIES)}` },
    cell: ({ about }) => about.memory,
  },
  {
    column: { ...shown('comparisons', 'comparisons'), unit: 'packets' },
    cell: ({ cost }) => cost?.comparisons ?? null,
  },
  {
    column: { name: 'time_per_packet_ns', unit: 'ns', meaning: 'Time in the discipline alone' },
    cell: ({ cost }) => cost?.ns ?? null,
  },
  {
    column: { name: `times_${YARDSTICK}`, meaning: `Time in the discipline as a multiple of the time in ${YARDSTICK}` },
    cell: ({ cost }) => timesYardstick(cost) ?? null,
  },
  { column: shown('parameters', 'params'), cell: ({ about }) => about.params.length },
  {
    column: {
      ...shown('confidence', 'confidence'),
      meaning: `${meaningOf('confidence')}: ${CONFIDENCES.map(({ id, name, meaning }) => `${id}, ${name} ${meaning}`).join('; ')}`,
    },
    cell: ({ about }) => about.confidence,
  },
  {
    column: shown('documents', 'documents'),
    cell: ({ appearances }) => appearances.map(({ document }) => document.title).join('; '),
  },
  {
    column: { name: 'scenes', meaning: 'Number of document scenes that run it' },
    cell: ({ appearances }) => appearances.reduce((sum, { presets }) => sum + presets.length, 0),
  },
  { column: { name: 'idea', meaning: 'Its rule in one sentence' }, cell: ({ about }) => about.idea },
  { column: { name: 'citation', meaning: 'Where it was published' }, cell: ({ about }) => about.citation },
];

/**
 * The columns of the parameters' table. Their values are strings, as in scenes, because a column holds numbers,
 * switches and choices.
 */
const PARAMETERS: readonly {
  readonly column: SavedColumn;
  readonly cell: (spec: SettingSpec) => SavedCell;
}[] = [
  { column: { name: 'id', meaning: 'Id in scenes' }, cell: ({ id }) => id },
  { column: { name: 'name', meaning: 'Readable name' }, cell: ({ name }) => name },
  { column: { name: 'symbol', meaning: 'Symbol in the paper' }, cell: ({ symbol }) => symbol },
  { column: { name: 'unit', meaning: 'Unit of the values; empty for a pure number' }, cell: ({ unit }) => unit },
  { column: { name: 'kind', meaning: 'integer, real, switch or choice' }, cell: ({ kind }) => kind.kind },
  {
    column: { name: 'min', kind: 'number', meaning: 'Smallest allowed value' },
    cell: ({ kind }) => ('min' in kind ? kind.min : null),
  },
  {
    column: { name: 'max', kind: 'number', meaning: 'Largest allowed value' },
    cell: ({ kind }) => ('max' in kind ? kind.max : null),
  },
  {
    column: { name: 'choices', meaning: 'The possible values of a choice' },
    cell: ({ kind }) => ('choices' in kind ? kind.choices.map(({ id }) => id).join('; ') : null),
  },
  { column: { name: 'default', meaning: 'Default value' }, cell: (spec) => String(spec.default) },
  { column: { name: 'meaning', meaning: 'What it does' }, cell: ({ meaning }) => meaning },
];

export function parametersTable(about: DisciplineAbout, link: string, catalog: Version): SavedTable {
  return {
    name: fileName(about.id, 'parameters'),
    columns: PARAMETERS.map(({ column }) => column),
    rows: about.params.map((spec) => PARAMETERS.map(({ cell }) => cell(spec))),
    provenance: provenanceOfPage(`Parameters of ${about.name}`, link, catalog),
  };
}

/** A table of the discipline's named parameter sets, with one row for each parameter value. */
export function parameterSetsTable(about: DisciplineAbout, link: string, catalog: Version): SavedTable {
  return {
    name: fileName(about.id, 'named', 'values'),
    columns: [
      { name: 'set', meaning: 'Id of the set' },
      { name: 'name', meaning: 'Name of the set' },
      { name: 'origin', meaning: 'Source of the values' },
      { name: 'parameter', meaning: 'Id of the parameter' },
      { name: 'value', meaning: 'Value as written in scenes' },
      { name: 'unit', meaning: 'Unit of the value; empty for a pure number' },
    ],
    rows: about.param_sets.flatMap(({ id, name, origin, values }) =>
      Object.entries(values).map(([param, value]): readonly SavedCell[] => {
        const unit = about.params.find((spec) => spec.id === param)?.unit ?? '';
        return [id, name, origin, param, String(value), unit];
      }),
    ),
    provenance: provenanceOfPage(`Named sets of values of ${about.name}`, link, catalog),
  };
}

/** A column of the file with the meaning that the page's table shows for it. */
function shown(name: string, id: ColumnId): SavedColumn {
  return { name, meaning: meaningOf(id) };
}

function meaningOf(id: ColumnId): string {
  const meaning = COLUMNS.find((column) => column.id === id)?.meaning ?? '';
  return `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}`;
}

function words(meanings: readonly { readonly id: string; readonly meaning: string }[]): string {
  return meanings.map(({ id, meaning }) => `${id}, ${meaning}`).join('; ');
}

function measuredHow(): string {
  const { machine, date, engine, flows, waiting, arrivals } = MEASUREMENT;
  return `Comparisons and times were measured with ${arrivals} arrivals of ${flows} flows while ${waiting} packets waited, with the native engine ${engine} on ${machine}, ${date}.`;
}
