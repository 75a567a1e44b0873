import type { MetricGroup } from '../../core/experiment/paper-table';
import { APART_VERDICTS, ROW_VERDICTS, type VerdictLook } from '../../core/experiment/verdicts';
import { propertyOf } from '../../ui/theme';

/** The glyph, word and colour of a verdict. The words "so far" are added while the verdict may change. */
interface Props {
  readonly look: VerdictLook;
  readonly isTentative: boolean;
  /** The factor by which our value differs from the printed value, shown after the word of the verdict. */
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

/** A key to the verdicts that occur in a table. */
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
