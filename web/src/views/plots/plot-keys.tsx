/** What the marks in the plots mean: lines of a future that was left, values from elsewhere, cuts of windows. */

import type { ReferenceKind } from '../../marks/reference-mark';
import { CUTS } from './windows-plot';

/** Says what the dashed line is, and takes it away. */
export function GhostKey({ onDismiss }: { readonly onDismiss: () => void }) {
  return (
    <div className="plot-ghost">
      <svg viewBox="0 0 22 4" width="22" height="4" aria-hidden="true">
        <path d="M0 2h22" stroke="currentColor" strokeWidth="1.5" strokeDasharray="4 3" />
      </svg>
      before the change
      <button type="button" className="small-button" onClick={onDismiss} title="Forget the run before the change">
        <span aria-hidden="true">✕</span>
        <span className="visually-hidden">Dismiss the lines from before the change</span>
      </button>
    </div>
  );
}

/** What the marks at the right edge are. */
export function ReferenceKey({ kinds }: { readonly kinds: readonly ReferenceKind[] }) {
  if (kinds.length === 0) return null;
  return (
    <ul className="plot-references" aria-label="Values from elsewhere">
      {kinds.map((kind) => (
        <li key={kind} title={ELSEWHERE[kind].meaning}>
          <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
            <path
              d={kind === 'paper' ? 'M5 0.8 9.2 5 5 9.2 0.8 5Z' : 'M1.5 1.5h7v7h-7z'}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
            />
          </svg>
          {ELSEWHERE[kind].name}
        </li>
      ))}
    </ul>
  );
}

const ELSEWHERE = {
  paper: { name: 'paper', meaning: 'As the paper of this scene prints it' },
  ns2: { name: 'ns-2', meaning: 'Mean over seeds of the same scene in ns-2.35' },
} as const;

/** The shapes that say what cut a window. */
export function CutKey() {
  return (
    <span className="plot-cuts" aria-hidden="true">
      {CUTS.map(({ name, glyph }) => (
        <span key={name}>
          {glyph} {name}
        </span>
      ))}
    </span>
  );
}
