/**
 * Formats values with their units: "2 Mb/s", "10 ms", "42.318 s". A no-break space separates value and unit. The fonts'
 * digits all have the same width, so `formatFixed` keeps the width of a changing value constant.
 */

const SPACE = '\u00a0';
const MINUS = '\u2212';

/** A number with at most `significant` digits and no trailing zeros. Between 1e-6 and 1e9 it has no exponent. */
export function formatNumber(value: number, significant = 4): string {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${MINUS}∞`;
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 1e-6 || size >= 1e9) {
    const [mantissa = '', exponent = '0'] = value.toExponential(Math.max(0, significant - 1)).split('e');
    return `${trimZeros(mantissa)}e${Number(exponent)}`.replaceAll('-', MINUS);
  }
  const places = Math.max(0, significant - 1 - Math.floor(Math.log10(size)));
  return trimZeros(value.toFixed(Math.min(places, 20))).replace('-', MINUS);
}

/** A number with exactly `places` decimals, so that its width does not change between frames. */
export function formatFixed(value: number, places: number): string {
  if (!Number.isFinite(value)) return '–';
  return value.toFixed(places).replace('-', MINUS);
}

/** A value with its unit as in the catalog. Bit rates, times and sizes get a suitable prefix. */
export function formatValue(value: number, unit: string, significant = 4): string {
  const scale = unitScale(value, unit);
  const number = formatNumber(value / scale.factor, significant);
  return scale.name === '' ? number : `${number}${SPACE}${scale.name}`;
}

export interface UnitScale {
  /** The value is the displayed number multiplied by this factor. */
  readonly factor: number;
  readonly name: string;
}

/** The unit in which a value of this size is easiest to read. Number fields use it, too. */
export function unitScale(value: number, unit: string): UnitScale {
  const size = Math.abs(value);
  switch (unit) {
    case 'bit/s':
    case 'bps':
      if (size >= 1e9) return { factor: 1e9, name: 'Gb/s' };
      if (size >= 1e5) return { factor: 1e6, name: 'Mb/s' };
      if (size >= 1e3) return { factor: 1e3, name: 'kb/s' };
      return { factor: 1, name: 'b/s' };
    case 's':
      if (size >= 1 || size === 0) return { factor: 1, name: 's' };
      if (size >= 1e-3) return { factor: 1e-3, name: 'ms' };
      return { factor: 1e-6, name: 'µs' };
    case 'packet':
    case 'packets':
      return { factor: 1, name: 'packets' };
    case '1':
    case '':
      return { factor: 1, name: '' };
    default:
      return { factor: 1, name: unit };
  }
}

/** A value with a short unit, for narrow spaces: "83 pkt". */
export function formatShort(value: number, unit: string, significant = 4): string {
  return formatValue(value, unit, significant).replace(/packets$/, 'pkt');
}

/** Simulated time with milliseconds: "42.318 s". */
export function formatTime(time_s: number): string {
  return `${formatFixed(time_s, 3)}${SPACE}s`;
}

/** A whole duration without superfluous decimals: "200 s". */
export function formatDuration(duration_s: number): string {
  return `${formatNumber(duration_s, 6)}${SPACE}s`;
}

/**
 * A length of real time in everyday units: `40 s`, `12 min`, `3 h`, `2 days`. Above a year it is `more than a year`.
 */
export function formatWait(wait_s: number): string {
  const units: readonly (readonly [string, number, number])[] = [
    ['s', 1, 90],
    ['min', 60, 5400],
    ['h', 3600, 129_600],
    ['days', 86_400, 31_536_000],
  ];
  const unit = units.find(([, , most_s]) => wait_s < most_s);
  return unit === undefined ? 'more than a year' : `${Math.max(1, Math.round(wait_s / unit[1]))}\u00a0${unit[0]}`;
}

export function formatMegabits(rate_bps: number, places = 3): string {
  return `${formatFixed(rate_bps / 1e6, places)}${SPACE}Mb/s`;
}

/**
 * Parses a number typed into a field, such as "2", "2.5" or "1e-3". Accepts a decimal comma and spaces between groups
 * of digits. Returns undefined if the text is not a number.
 */
export function parseNumber(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(MINUS, '-')
    .replace(',', '.');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

function trimZeros(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}
