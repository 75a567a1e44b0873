/** A button that goes to the first packet that two lanes treat differently, with a sentence about the difference. */

import { useId } from 'react';
import { Icon } from '../../ui/Icon';
import { type SceneActions, type SceneState, useScene } from '../scene/scene-store';

interface Props {
  actions: Pick<SceneActions, 'goToDivergence'>;
}

export function DivergenceButton({ actions }: Props) {
  const divergence = useScene((state) => state.divergence);
  const textId = useId();
  const text = divergenceText(divergence);
  return (
    <div className="fixed divergence">
      <button
        type="button"
        className="button"
        title={`${text} (d)`}
        aria-describedby={textId}
        // A button with `disabled` cannot get the focus, so a screen reader would not read why it is disabled.
        aria-disabled={typeof divergence !== 'object'}
        onClick={() => {
          if (typeof divergence === 'object') actions.goToDivergence();
        }}
      >
        <Icon name="divergence" />
        <span className="word divergence__word">Divergence</span>
      </button>
      <p id={textId} className="visually-hidden">
        {text}
      </p>
    </div>
  );
}

export function divergenceText(divergence: SceneState['divergence']): string {
  if (divergence === undefined) return 'No divergence of the lanes has been found yet.';
  if (divergence === 'none') return 'All lanes treat every packet of this run alike.';
  return divergence.text;
}
