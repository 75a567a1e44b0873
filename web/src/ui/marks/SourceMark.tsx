/** The shape of a measured value, which shows its source. Discs are our runs; hollow shapes are other sources. */

interface Props {
  /** `now` is the run on the page, `experiment` many runs. `paper` and `ns2` are other sources. */
  readonly kind: 'now' | 'experiment' | 'paper' | 'ns2';
  readonly radius: number;
}

export function SourceMark({ kind, radius }: Props) {
  switch (kind) {
    case 'now':
      return <circle className="source-mark" r={radius} />;
    case 'experiment':
      return <path className="source-mark source-mark--hollow" d={`M${-radius} 0H${radius}M0 ${-radius}V${radius}`} />;
    case 'paper':
      return (
        <path
          className="source-mark source-mark--hollow"
          d={`M0 ${-radius * 1.3}L${radius * 1.3} 0L0 ${radius * 1.3}L${-radius * 1.3} 0Z`}
        />
      );
    case 'ns2':
      return (
        <rect
          className="source-mark source-mark--hollow"
          x={-radius}
          y={-radius}
          width={2 * radius}
          height={2 * radius}
        />
      );
  }
}
