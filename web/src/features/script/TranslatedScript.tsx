/**
 * A sheet on top of the editor: the script translated for another simulator, as text and as a file, with the lines that
 * could not be translated.
 */

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { problemText } from '../../base/problem-text';
import { whileWanted } from '../../base/while-wanted';
import type { ScriptTarget, TranslatedScript as Translated } from '../../core/border/script';
import { handOver } from '../../core/save/hand-over';
import type { ScriptActions } from '../../core/scene/script-store';

const TARGETS: readonly { readonly id: ScriptTarget; readonly name: string; readonly what: string }[] = [
  { id: 'ns-2', name: 'ns-2', what: 'A plug-in in C++ for ns-2.35.' },
  { id: 'ns-3', name: 'ns-3', what: 'A queue disc in C++ for ns-3.37.' },
];

interface Props {
  /** A script that the engine can parse. */
  readonly text: string;
  readonly actions: Pick<ScriptActions, 'translateScript'>;
  readonly onGoTo: (line: number, column: number) => void;
  readonly onClose: () => void;
}

export function TranslatedScript({ text, actions, onGoTo, onClose }: Props) {
  const [target, setTarget] = useState<ScriptTarget>('ns-2');
  const made = useTranslation(text, target, actions);
  const box = useRef<HTMLDivElement>(null);
  const group = useId();
  useEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector<HTMLElement>('input:checked')?.focus();
    // The focus returns to the button that opened the sheet, unless the user went to a line of the script.
    return () => {
      const isInEditor = document.activeElement !== document.body;
      if (before instanceof HTMLElement && !isInEditor) before.focus();
    };
  }, []);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  const what = TARGETS.find(({ id }) => id === target)?.what;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the sheet, wherever the focus is in it
    <div className="script-anew column cover gap-2" ref={box} onKeyDown={press}>
      <div className="script-translated__choice row">
        <fieldset className="script-translated__targets row row--tight gap-3">
          <legend>For</legend>
          {TARGETS.map(({ id, name }) => (
            <label key={id}>
              <input type="radio" name={group} checked={id === target} onChange={() => setTarget(id)} /> {name}
            </label>
          ))}
        </fieldset>
        <span className="soft">{what} The comment at its top explains how to build it.</span>
      </div>
      {made !== undefined && 'refused' in made && made.refused.length > 0 && (
        <div className="script-translated__refused scrolls scrolls--down small">
          <p>
            <strong className="wrong">Not translated</strong>; marked with #error in the text:
          </p>
          <ul className="breakable">
            {made.refused.map(({ line, column, problem }) => (
              <li key={`${line}:${column}:${problem}`}>
                <button type="button" className="small-button" onClick={() => onGoTo(line, column)}>
                  Line {line}
                </button>{' '}
                {problem}
              </li>
            ))}
          </ul>
        </div>
      )}
      {made !== undefined && 'failed' in made ? (
        <p role="alert">{made.failed}</p>
      ) : (
        <textarea
          className="script-translated__text mono"
          readOnly
          spellCheck={false}
          aria-label={`The script for ${TARGETS.find(({ id }) => id === target)?.name}`}
          value={made?.text ?? ''}
        />
      )}
      <div className="script-anew__go row line-above">
        <button
          type="button"
          className="button button--accent"
          disabled={made === undefined || 'failed' in made}
          onClick={() => {
            if (made !== undefined && 'text' in made)
              handOver(made.file_name, new Blob([made.text], { type: 'text/plain' }));
          }}
        >
          Save {made !== undefined && 'file_name' in made ? made.file_name : 'as file'}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Back to the script
        </button>
      </div>
    </div>
  );
}

/** The translation of a text. The previous one is kept until a new one arrives. */
function useTranslation(
  text: string,
  target: ScriptTarget,
  actions: Pick<ScriptActions, 'translateScript'>,
): Translated | { readonly failed: string } | undefined {
  const [made, setMade] = useState<Translated | { readonly failed: string }>();
  useEffect(
    () =>
      whileWanted(actions.translateScript(text, target), setMade, (problem) =>
        setMade({ failed: problemText(problem) }),
      ),
    [text, target, actions],
  );
  return made;
}
