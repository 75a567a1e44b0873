/** A list of scripts to start from. Each entry has the discipline's name and its idea in one line. */

import { useId } from 'react';
import type { ScriptTexts } from '../../core/border/script';
import { EMPTY_NAME, EMPTY_START } from './empty-start';
import { headText } from './script-text';

/**
 * The script that is chosen at first: CHOKe, the lab's main discipline. The list shows the empty script first, then
 * this one, and then the others from simple to complex.
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
