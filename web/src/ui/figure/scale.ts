/** Positions of values between the two ends of an axis. Pure. */

/** The values at both ends of an axis, and how the values between them are spaced. */
export interface Domain {
  readonly from: number;
  readonly to: number;
  /**
   * Linear by default. With `root`, square roots are equally spaced, so that small probabilities and 1 are visible in
   * one figure.
   */
  readonly scale?: 'linear' | 'log' | 'root';
}

/** An axis with a length in pixels. */
export interface Scale extends Domain {
  /** Ends of the axis [px]. */
  readonly begin: number;
  readonly end: number;
  /** A value's position. A value beyond the axis has a position beyond its end, unless the scale is clamped. */
  readonly toPixel: (value: number) => number;
  readonly toValue: (pixel: number) => number;
}

/** If `isClamped` is true, values beyond the axis are placed at the nearest end. */
export function scaleOver(domain: Domain, begin: number, end: number, { isClamped = false } = {}): Scale {
  const part = isClamped ? partOf : partBeyond;
  return {
    ...domain,
    begin,
    end,
    toPixel: (value) => begin + (end - begin) * part(domain, value),
    toValue: (pixel) => along(domain, (pixel - begin) / (end - begin)),
  };
}

/** The value at a fraction of an axis; 0 is the start. */
export function along({ from, to, scale }: Domain, part: number): number {
  switch (scale) {
    case 'log':
      return from * (to / from) ** part;
    case 'root':
      return (Math.sqrt(from) + part * (Math.sqrt(to) - Math.sqrt(from))) ** 2;
    default:
      return from + part * (to - from);
  }
}

/** A value's position on its axis, from 0 to 1. Values beyond the axis are placed at the nearest end. */
export function partOf(domain: Domain, value: number): number {
  return partBeyond(domain, within(value, domain.from, domain.to));
}

export function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** The position as a fraction of the axis. It may be below 0 or above 1. On an axis of zero length it is 0. */
function partBeyond({ from, to, scale }: Domain, value: number): number {
  switch (scale) {
    case 'log':
      return Math.log(value / from) / (Math.log(to / from) || 1);
    case 'root':
      return (Math.sqrt(value) - Math.sqrt(from)) / (Math.sqrt(to) - Math.sqrt(from) || 1);
    default:
      return (value - from) / (to - from || 1);
  }
}
