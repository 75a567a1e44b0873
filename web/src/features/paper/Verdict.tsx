import type { MetricGroup } from '../../core/experiment/paper-table';
import { APART_VERDICTS, ROW_VERDICTS, type VerdictLook } from '../../core/experiment/verdicts';
import { propertyOf } from '../../ui/theme';

/** A verdict's glyph, word and colour. "so far" is added while the verdict may change. */
interface Props {
  readonly look: VerdictLook;
  readonly isTentative: boolean;
  /** How many times larger or smaller our value is than the printed one, shown after the verdict's word. */
  readonly howFar?: string;
}

export function Verdict({ look, isTentative, howFar = '' }: Props) {
  return (
    <span className="verdict" style={{ color: `var(${propertyOf(look.colour)})` }} title={look.meaning}>
      <span className="verdict__glyph" aria-hidden="true">
        {look.glyph}
      </span>
      {look.word}
      {howFar}
      {isTentative && <small> so far</small>}
    </span>
  );
}

/** A legend of the verdicts in a table. */
export function VerdictKey({ groups }: { readonly groups: readonly MetricGroup[] }) {
  const rows = groups.flatMap(({ rows }) => rows);
  const looks = [
    ...Object.entries(ROW_VERDICTS).filter(([id]) => rows.some((row) => row.verdict === id && row.apart === undefined)),
    ...Object.entries(APART_VERDICTS).filter(([id]) =>
      rows.some((row) => row.verdict !== undefined && row.apart === id),
    ),
  ];
  if (looks.length === 0) return null;
  return (
    <dl className="verdict-key stack gap-1 soft small" aria-label="What the verdicts mean">
      {looks.map(([id, look]) => (
        <div key={id}>
          <dt>
            <Verdict look={look} isTentative={false} />
          </dt>
          <dd>{look.meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
