/** The legend of the shapes in a result. */

interface KeyProps {
  readonly seeds: number;
  readonly hasInterval: boolean;
  readonly hasOwn: boolean;
}

export function TruthKey({ seeds, hasInterval, hasOwn }: KeyProps) {
  return (
    <ul className="truth-key row gap-3 small soft">
      <li className="row row--tight gap-1">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle className="truth__seed" cx="8" cy="8" r="3" />
        </svg>
        {seeds === 1 ? 'one run' : 'one seed'}
      </li>
      {seeds > 1 && (
        <li className="row row--tight gap-1">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <MeanMark x={8} y={8} reach={7} size={12} />
          </svg>
          mean of {seeds} seeds{hasInterval && ', 95 % interval'}
        </li>
      )}
      {hasOwn && (
        <li className="row row--tight gap-1">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path className="own-mark" d="M2 13H14L8 2Z" />
          </svg>
          your answer
        </li>
      )}
    </ul>
  );
}

interface MarkProps {
  readonly x: number;
  readonly y: number;
  /** Half the length of the interval on screen [px]. */
  readonly reach: number;
  readonly size: number;
  readonly isUpright?: boolean;
}

/** The mark of a mean: a diamond with a whisker on either side. */
export function MeanMark({ x, y, reach, size, isUpright = false }: MarkProps) {
  const half = size * 0.36;
  const cap = size * 0.32;
  const along = isUpright ? `rotate(90 ${x} ${y})` : undefined;
  return (
    <g>
      {reach > 0 && (
        <path
          className="truth__whisker"
          transform={along}
          d={`M${x - reach} ${y}H${x + reach}M${x - reach} ${y - cap}v${2 * cap}M${x + reach} ${y - cap}v${2 * cap}`}
        />
      )}
      <path className="truth__diamond" d={`M${x - half} ${y}L${x} ${y - half}L${x + half} ${y}L${x} ${y + half}Z`} />
    </g>
  );
}
