/** The scripts to start from, each with its idea. */

import { useId } from 'react';
import type { ScriptTexts } from '../../core/border/script';
import { EMPTY_NAME, EMPTY_START } from './empty-start';
import { headText } from './script-text';

/**
 * The default initial script, which is the lab's main discipline. It is listed after the empty script. The rest follow
 * from simple to complex.
 */
export const FIRST_START = 'choke';

interface Props {
  readonly starts: ScriptTexts['starts'];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

export function StartList({ starts, chosen, onChoose }: Props) {
  const group = useId();
  const first = [EMPTY_START.id, FIRST_START].flatMap((id) => starts.filter((start) => start.id === id));
  return (
    <fieldset className="script-starts stack scrolls scrolls--down">
      <legend className="visually-hidden">Start from</legend>
      {[...first, ...starts.filter((start) => !first.includes(start))].map(({ id, text }) => (
        <label key={id} className="script-starts__start row row--tight">
          <input
            type="radio"
            className="fixed"
            name={group}
            value={id}
            checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          <span>
            <strong>{id === EMPTY_START.id ? EMPTY_NAME : (headText(text, 'name') ?? id)}</strong>
            <small className="soft small">{headText(text, 'idea')}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
