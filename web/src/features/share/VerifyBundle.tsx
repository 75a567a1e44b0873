/** The bundle that was opened last. Its scene can be run again here and the results compared with those in the file. */

import { useEffect, useState } from 'react';
import { whileWanted } from '../../base/while-wanted';
import type { Catalog } from '../../core/border/catalog';
import { useBundle } from '../../core/save/bundle-store';
import { inWords, type Verification, verify } from '../../core/save/verify';
import type { SceneActions } from '../../core/scene/scene-store';
import { RunProgress } from './RunProgress';
import { useResults } from './use-results';

interface Props {
  readonly catalog: Catalog | undefined;
  readonly actions: Pick<SceneActions, 'connectAnother'>;
}

export function VerifyBundle({ catalog, actions }: Props) {
  const opened = useBundle((state) => state.opened);
  const { ran, start, stop } = useResults(opened?.scenario, actions);
  const [judged, setJudged] = useState<{ readonly of: object; readonly verification: Verification } | undefined>(
    undefined,
  );

  useEffect(() => {
    if (opened === undefined || catalog === undefined || ran.phase !== 'done') return undefined;
    const { engine_version: engine, numbers } = catalog;
    const aqms = opened.scenario.lanes.map(({ aqm }) => aqm);
    return whileWanted(verify(opened.record, { results: ran.results, aqms, engine, numbers }), (verification) =>
      setJudged({ of: opened, verification }),
    );
  }, [opened, catalog, ran]);

  if (opened === undefined) return null;
  const verification = judged?.of === opened ? judged.verification : undefined;
  return (
    <div className="share-verify stack box breakable">
      <p>
        <strong>{opened.name}</strong> is open: engine {opened.record.engine_version}, numbers {opened.record.numbers},
        seed {opened.record.seed}.
      </p>
      <button
        type="button"
        className="button"
        aria-disabled={ran.phase === 'running' || verification !== undefined}
        onClick={() => ran.phase !== 'running' && verification === undefined && start()}
      >
        Verify it here
      </button>
      <RunProgress ran={ran} onStop={stop} />
      <div role="status">{verification !== undefined && <VerificationText verification={verification} />}</div>
    </div>
  );
}

const MOST_SHOWN = 3;

function VerificationText({ verification: { isSame, lanes, remarks } }: { readonly verification: Verification }) {
  return (
    <div className="share-verify__result" data-same={isSame}>
      <strong>{isSame ? '✓ Every number is the same.' : '✗ Not every number is the same.'}</strong>
      <ul className="share__list">
        {lanes.map((lane, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a lane is identified by its position.
          <li key={place}>
            {inWords(lane, place)}
            {lane.differences.length > 0 && (
              <ul className="share__list">
                {lane.differences.slice(0, MOST_SHOWN).map(({ path, inFile, here }) => (
                  <li key={path}>
                    <code>{path === '' ? 'result' : path}</code> is {inFile} in the file, {here} here
                  </li>
                ))}
                {lane.differences.length > MOST_SHOWN && <li>and {lane.differences.length - MOST_SHOWN} more</li>}
              </ul>
            )}
          </li>
        ))}
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    </div>
  );
}
