// Formats the numbers of the chapter.

const WORDS = [
  'none',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
/** Scale factor and unit of each number format. */
const UNITS = {
  ms: [1000, ' ms'],
  s: [1, ' s'],
  percent: [100, ' %'],
  'Mb/s': [1e-6, ' Mb/s'],
  'kb/s': [1e-3, ' kb/s'],
  KiB: [1 / 1024, ' KiB'],
  packets: [1, ' packets'],
  number: [1, ''],
};

/** A value as the text shows it: a setting with all digits, a result with two digits unless declared otherwise. */
export function shown(value, { as = 'number', setting, digits = setting === undefined ? 2 : 6 } = {}) {
  if (as === 'word') return WORDS[Math.round(value)] ?? String(Math.round(value));
  if (!Object.hasOwn(UNITS, as)) throw new Error(`There is no way “${as}” to write a number.`);
  const [factor, unit] = UNITS[as];
  // A share close to 100 % must not be rounded up to 100 %.
  const isNearlyAll = as === 'percent' && value > 0.99 && value < 1;
  // A no-break space keeps the unit on the same line as its number.
  return `${rounded(value * factor, isNearlyAll ? Math.max(3, digits) : digits)}${unit.replace(' ', '\u00a0')}`;
}

function rounded(value, digits) {
  const text = Number(value.toPrecision(digits));
  return Math.abs(text) >= 10_000 ? text.toLocaleString('en-GB') : String(text);
}

export function mean(values) {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

/** The range of a value over the runs, from the smallest to the largest. */
export function spread(values, number) {
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => shown(value, number));
  return low === high ? low : `${low} to ${high}`;
}
