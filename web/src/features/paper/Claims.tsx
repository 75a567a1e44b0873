/** The claims about the scene. Each has its author, our verdict, the compared numbers and the reason. */

import { memo } from 'react';
import { formatDuration } from '../../base/format';
import type { ClaimReport, SeenAt } from '../../core/experiment/report';
import { CLAIM_ORIGINS, CLAIM_VERDICTS, OUTLOOKS, TO_BE_SEEN } from '../../core/experiment/verdicts';
import { Verdict } from './Verdict';

const VIEWS: Readonly<Record<SeenAt['below'], string>> = {
  plots: 'in the plots',
  distributions: 'in the distributions',
  theory: 'beside the formula',
};

interface Props {
  readonly claims: readonly ClaimReport[];
  /** Goes to the simulated time at which a claim can be seen. */
  readonly onSee: (seenAt: SeenAt) => void;
}

export const Claims = memo(function Claims({ claims, onSee }: Props) {
  const origins = Object.entries(CLAIM_ORIGINS).filter(([id]) => claims.some(({ origin }) => origin === id));
  return (
    <>
      <dl className="verdict-key stack gap-1 soft small" aria-label="Origins of claims">
        {origins.map(([id, { word, meaning }]) => (
          <div key={id}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <ol>
        {claims.map((claim) => (
          <li key={claim.id} className="claim line-above" data-verdict={claim.verdict}>
            <div className="claim__verdict column">
              <Verdict
                look={claim.measured ? CLAIM_VERDICTS[claim.verdict] : TO_BE_SEEN}
                isTentative={claim.tentative && claim.verdict !== 'undecided'}
              />
              <span className="claim__outlook faint small">{OUTLOOKS[claim.outlook]}</span>
              <span className="claim__outlook faint small">{CLAIM_ORIGINS[claim.origin].word}</span>
            </div>
            <div className="claim__text stack gap-1">
              <p>
                <span className="faint strong">{claim.id}</span> {claim.text}
              </p>
              {claim.figures !== '' && <p className="soft figures">{claim.figures}</p>}
              {claim.second_half !== undefined && (
                <p className="claim__reason soft">
                  Depends on the window: in the second half of the measured window alone, the claim{' '}
                  {claim.second_half === 'holds' ? 'holds' : 'does not hold'}.
                </p>
              )}
              {claim.reason !== undefined && claim.reason !== '' && (
                <p className="claim__reason soft">{claim.reason}</p>
              )}
              {claim.seen_at !== undefined && <SeeIt seenAt={claim.seen_at} onSee={onSee} />}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
});

function SeeIt({ seenAt, onSee }: { readonly seenAt: SeenAt; readonly onSee: Props['onSee'] }) {
  return (
    <button type="button" className="button" onClick={() => onSee(seenAt)}>
      See it at {formatDuration(seenAt.at_s)}, {VIEWS[seenAt.below]}
    </button>
  );
}
