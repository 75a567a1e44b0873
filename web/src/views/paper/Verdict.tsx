import type { VerdictLook } from '../../experiment/verdicts';

/** Glyph, word and colour; "so far" while it may change. */
export function Verdict({ look, isTentative }: { readonly look: VerdictLook; readonly isTentative: boolean }) {
  return (
    <span className="verdict" data-colour={look.colour} title={look.meaning}>
      <span className="verdict__glyph" aria-hidden="true">
        {look.glyph}
      </span>
      {look.word}
      {isTentative && <small> so far</small>}
    </span>
  );
}
