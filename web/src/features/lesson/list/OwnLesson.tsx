/** A lesson of the user's own: opened as a file, pasted, or written here. Problems are listed with their lines. */

import { useId, useRef, useState } from 'react';
import { type Given, useLessonList } from '../../../core/lesson/lesson-list-store';
import { Icon } from '../../../ui/Icon';
import { OpenFileButton } from '../../../ui/OpenFileButton';
import { ScrollRegion } from '../../../ui/ScrollRegion';
import type { LessonsActions } from './lessons-actions';
import { MINIMAL_LESSON } from './minimal-lesson';

export function OwnLesson({ actions }: { readonly actions: Pick<LessonsActions, 'onGive' | 'onGiveFile'> }) {
  const given = useLessonList((state) => state.given);
  const [isWriting, setIsWriting] = useState(false);
  const [said, setSaid] = useState('');
  const title = useId();
  const isShown = isWriting || given !== undefined;

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(MINIMAL_LESSON);
      setSaid('Copied.');
    } catch {
      setSaid('The browser did not copy it. Select the text and copy it.');
    }
  };

  return (
    <section className="lessons__own stack gap-3" aria-labelledby={title}>
      <h3 className="large strong" id={title}>
        Bring your own
      </h3>
      <p className="lessons__intro soft">
        A lesson is one Markdown file. Drop it anywhere on this page, paste its text, or open it here. The browser shows
        it at once and tests its questions and tasks by running them.
      </p>
      <div className="row">
        <OpenFileButton accept=".md,.markdown,text/markdown,text/plain" onOpen={(file) => actions.onGiveFile(file)}>
          <Icon name="plus" />
          Open a file…
        </OpenFileButton>
        <button type="button" className="button" aria-expanded={isShown} onClick={() => setIsWriting(!isWriting)}>
          Paste or write text
        </button>
      </div>
      {/* A refused text appears in the editor with its problems. If another one is refused later, it does not
          replace what the user has typed. */}
      {isShown && <Editor key={given?.text ?? ''} given={given} onGive={actions.onGive} />}
      <details className="lessons__minimal">
        <summary className="strong">The shortest complete lesson</summary>
        <p>
          Four steps with a question that the engine answers. Change the words, the preset and the metric;
          docs/lessons.md lists every block.
        </p>
        <div className="row">
          <button type="button" className="button" onClick={() => void copy()}>
            Copy it
          </button>
          <button
            type="button"
            className="button"
            onClick={() => actions.onGive(MINIMAL_LESSON, 'the shortest lesson')}
          >
            Show it
          </button>
          <span role="status">{said}</span>
        </div>
        <ScrollRegion as="pre" className="scrolls mono body">
          {MINIMAL_LESSON}
        </ScrollRegion>
      </details>
    </section>
  );
}

interface EditorProps {
  readonly given: Given | undefined;
  readonly onGive: LessonsActions['onGive'];
}

function Editor({ given, onGive }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  // A text longer than a lesson may be is not shown, because showing it would block the page.
  const [text, setText] = useState(given !== undefined && given.text.length < LONGEST_SHOWN ? given.text : '');
  const isReading = given?.phase === 'reading';
  return (
    <div className="stack gap-3">
      {given?.phase === 'refused' && (
        <div className="problems stack" role="alert">
          <strong>
            {given.name} cannot be shown:{' '}
            {given.problems.length === 1 ? 'one problem' : `${given.problems.length} problems`}. None of it runs; the
            scene stays as it is.
          </strong>
          <ol className="stack gap-1">
            {given.problems.slice(0, MOST_SHOWN).map(({ line, problem }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two problems may be equal.
              <li key={place}>
                <button type="button" className="lessons__line bare strong" onClick={() => select(field.current, line)}>
                  line {line}
                </button>
                : {shortened(problem)}
              </li>
            ))}
            {given.problems.length > MOST_SHOWN && <li>and {given.problems.length - MOST_SHOWN} more</li>}
          </ol>
        </div>
      )}
      <label className="labelled">
        Text of the lesson, in Markdown
        <textarea
          ref={field}
          className="field mono body plain"
          rows={14}
          spellCheck={false}
          value={text}
          placeholder="---&#10;title: …"
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className="row">
        <button
          type="button"
          className="button button--accent"
          disabled={isReading || text.trim() === ''}
          onClick={() => onGive(text, 'The text')}
        >
          {isReading ? 'Reading…' : 'Show it'}
        </button>
        <span role="status">{isReading ? `Reading ${given.name}…` : ''}</span>
      </div>
    </div>
  );
}

const LONGEST_SHOWN = 300_000;
const MOST_SHOWN = 12;

/** Puts the cursor at the start of a line, counted from 1. */
function select(field: HTMLTextAreaElement | null, line: number): void {
  if (field === null) return;
  const lines = field.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  field.focus();
  field.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  // Scrolls the line to the middle. Browsers put the cursor at the edge or do not scroll at all.
  field.scrollTop = (field.scrollHeight / Math.max(1, lines.length)) * (line - 1) - field.clientHeight / 2;
}

/** Shortens a message, since an untrusted file may cause a long one. */
function shortened(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
