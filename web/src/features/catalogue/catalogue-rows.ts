/** The rows of the catalogue's table, with search and sorting. Pure. */

import type { DisciplineAbout } from '../../core/border/catalog';
import type { Preset } from '../../core/border/scenario';
import { type Appearance, appearancesOf, type DisciplinesByPreset } from './appearances';
import { type Cost, costOf } from './costs';

export interface Row {
  readonly about: DisciplineAbout;
  /** The measured cost. Undefined if it was not measured. */
  readonly cost: Cost | undefined;
  readonly appearances: readonly Appearance[];
}

export type ColumnId = 'name' | 'year' | 'memory' | 'comparisons' | 'ns' | 'params' | 'confidence' | 'documents';

export interface Column {
  readonly id: ColumnId;
  readonly name: string;
  /** The meaning of the column. */
  readonly meaning: string;
  readonly isNumber?: boolean;
}

export const COLUMNS: readonly Column[] = [
  { id: 'name', name: 'Discipline', meaning: 'its name' },
  { id: 'year', name: 'Year', meaning: 'of publication', isNumber: true },
  { id: 'memory', name: 'Memory', meaning: 'what it remembers about flows' },
  { id: 'comparisons', name: 'Comparisons', meaning: 'mean number of packets compared per arrival', isNumber: true },
  {
    id: 'ns',
    name: 'Time per packet',
    meaning: 'how long the discipline alone takes, also as a multiple of CHOKe’s time',
    isNumber: true,
  },
  { id: 'params', name: 'Parameters', meaning: 'how many', isNumber: true },
  { id: 'confidence', name: 'Source', meaning: 'how reliable the source of the rule is' },
  { id: 'documents', name: 'Appears in', meaning: 'documents whose scenes run it' },
];

export interface Order {
  readonly column: ColumnId;
  readonly isDescending: boolean;
}

export interface Filter {
  /** Search words. A row is shown only if it contains all of them. */
  readonly words: string;
  readonly memory: DisciplineAbout['memory'] | 'any';
  readonly confidence: DisciplineAbout['confidence'] | 'any';
}

export const NO_FILTER: Filter = { words: '', memory: 'any', confidence: 'any' };

/** Order of publication, so that a variant comes after the rule that it extends. */
export const FIRST_ORDER: Order = { column: 'year', isDescending: false };

/** How much state a discipline stores about flows, from least to most. */
export const MEMORIES: readonly { readonly id: DisciplineAbout['memory']; readonly meaning: string }[] = [
  { id: 'stateless', meaning: 'nothing about any flow' },
  { id: 'partial', meaning: 'something about some flows' },
  { id: 'per-flow', meaning: 'something about every flow' },
];

/** Levels of confidence in the published rule, best first. */
export const CONFIDENCES: readonly {
  readonly id: DisciplineAbout['confidence'];
  readonly name: string;
  readonly meaning: string;
}[] = [
  { id: 'high', name: 'checked', meaning: 'against running code or the text of the paper' },
  { id: 'medium', name: 'described', meaning: 'in accounts that agree' },
  { id: 'low', name: 'reconstruction', meaning: 'from a short description; we filled the gaps' },
];

export function rowsOf(
  disciplines: readonly DisciplineAbout[],
  presets: readonly Preset[],
  disciplinesByPreset: DisciplinesByPreset,
): readonly Row[] {
  return disciplines.map((about) => ({
    about,
    cost: costOf(about.id),
    appearances: appearancesOf(about.id, presets, disciplinesByPreset),
  }));
}

export function foundRows(rows: readonly Row[], { words, memory, confidence }: Filter): readonly Row[] {
  const wanted = plain(words).split(/\s+/);
  return rows.filter(({ about, appearances }) => {
    if (memory !== 'any' && about.memory !== memory) return false;
    if (confidence !== 'any' && about.confidence !== confidence) return false;
    const documents = appearances.map(({ document }) => document.title);
    const text = plain([about.id, about.name, about.year, about.citation, about.idea, ...documents].join(' '));
    return wanted.every((word) => text.includes(word));
  });
}

/**
 * Rows in the requested order. Rows without a measurement come last in both directions. Equal rows keep the catalog's
 * order.
 */
export function sortedRows(rows: readonly Row[], { column, isDescending }: Order): readonly Row[] {
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [keyOf(one, column), keyOf(other, column)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    if (typeof a === 'string' && typeof b === 'string') return sign * a.localeCompare(b, 'en');
    return sign * (Number(a) - Number(b));
  });
}

/** The order after the user has chosen a column. A new column sorts ascending; the current column is reversed. */
export function reordered(order: Order, column: ColumnId): Order {
  return { column, isDescending: order.column === column && !order.isDescending };
}

function keyOf({ about, cost, appearances }: Row, column: ColumnId): string | number | undefined {
  switch (column) {
    case 'name':
      return about.name;
    case 'year':
      return about.year;
    case 'memory':
      return MEMORIES.findIndex(({ id }) => id === about.memory);
    case 'comparisons':
      return cost?.comparisons;
    case 'ns':
      return cost?.ns;
    case 'params':
      return about.params.length;
    case 'confidence':
      return CONFIDENCES.findIndex(({ id }) => id === about.confidence);
    case 'documents':
      return appearances.reduce((sum, { presets }) => sum + presets.length, 0);
  }
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
