/** A scene from elsewhere has lanes that are scripts: which, before they run. */

import { useEffect, useId, useRef } from 'react';
import { useScript } from '../../store/script-store';
import './script-question.css';

export function ScriptQuestion() {
  const question = useScript((state) => state.question);
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => dialog.current?.showModal(), []);
  if (question === undefined) return null;
  const { scripts, answer } = question;
  const lines = scripts.map((text) => text.trimEnd().split('\n').length);
  const [one] = lines;
  return (
    <dialog ref={dialog} className="dialog script-question" aria-labelledby={title} onClose={() => answer(false)}>
      <h2 className="dialog__title" id={title}>
        {scripts.length === 1 ? 'This scene brings a script' : `This scene brings ${scripts.length} scripts`}
      </h2>
      <p>
        {scripts.length === 1 ? `In one lane a program of ${one} lines decides` : 'In its lanes programs decide'} over
        the simulated packets, written by whoever made the scene. It can do nothing else: it reaches neither the
        network, nor files, nor this page, and an endless loop ends its lane alone.
      </p>
      {scripts.map((text, at) => (
        <section
          key={text}
          className="script-question__text"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard
          tabIndex={0}
          aria-label={`Script ${at + 1}`}
        >
          <pre>{text}</pre>
        </section>
      ))}
      <p className="script-question__actions">
        <button type="button" className="button button--accent" onClick={() => answer(true)}>
          Run {scripts.length === 1 ? 'it' : 'them'}
        </button>
        <button type="button" className="button" onClick={() => answer(false)}>
          Do not open the scene
        </button>
      </p>
    </dialog>
  );
}
