/** A sheet on top of the editor that replaces the text with another script. */

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ScriptTexts } from '../../core/border/script';
import { FIRST_START, StartList } from './StartList';

interface Props {
  readonly starts: ScriptTexts['starts'];
  /** The text in the editor. */
  readonly text: string;
  readonly onStart: (text: string) => void;
  readonly onClose: () => void;
}

export function StartAnew({ starts, text, onStart, onClose }: Props) {
  const [chosen, setChosen] = useState(FIRST_START);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector<HTMLElement>('input:checked')?.focus();
    // The focus returns to the button that opened the sheet.
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const isOwnWork = !starts.some((start) => start.text === text);
  const start = (): void => {
    const next = starts.find(({ id }) => id === chosen);
    if (next !== undefined) onStart(next.text);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the sheet, wherever the focus is in it
    <div className="script-anew column cover" ref={box} onKeyDown={press}>
      <StartList starts={starts} chosen={chosen} onChoose={setChosen} />
      <div className="script-anew__go row line-above">
        <button type="button" className="button button--accent" onClick={start}>
          {isOwnWork ? 'Replace my text' : 'Start from it'}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Keep the text
        </button>
        <span className="soft">{isOwnWork && 'Undo in the editor brings your text back.'}</span>
      </div>
    </div>
  );
}
