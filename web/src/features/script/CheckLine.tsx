/** The result of a script's test, in a row below the toolbar, on every screen. */

import { formatTime } from '../../base/format';
import type { Scenario } from '../../core/border/scenario';
import { Icon } from '../../ui/Icon';
import { grouped } from './script-file';
import type { Check } from './use-check';

interface Props {
  readonly check: Check;
  readonly onOpen: (scene: Scenario, at_s: number) => void;
}

export function CheckLine({ check: { checked, failure, isRunning, forget }, onOpen }: Props) {
  const broken = checked?.broken ?? undefined;
  return (
    <div className="script-check row occasional line-below" role="status">
      {isRunning && <p className="grow">Testing the laws on a hundred small scenes…</p>}
      {failure !== undefined && <p className="grow">The search for mistakes failed: {failure}</p>}
      {checked !== undefined && (
        <p className="grow">
          {broken === undefined ? (
            <>
              <strong className="good">No law is broken</strong> in {grouped(checked.scenes)} scenes with{' '}
              {grouped(checked.packets)} packets.
            </>
          ) : (
            <>
              <strong className="wrong">{capitalised(broken.law)}</strong>: {broken.problem}, at{' '}
              {formatTime(broken.at_s)} of a small scene.
            </>
          )}
        </p>
      )}
      {broken !== undefined && (
        <button type="button" className="small-button" onClick={() => onOpen(broken.scene, broken.at_s)}>
          Show the smallest scene
        </button>
      )}
      {(checked !== undefined || failure !== undefined) && (
        <button type="button" className="small-button" aria-label="Close the result" onClick={forget}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
