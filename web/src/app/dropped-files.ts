/** A lesson or a scene dropped anywhere on the page as a file; a lesson may also be pasted as a text. */

import { problemText } from '../base/problem-text';
import { clear, notify } from '../core/scene/notices';
import type { Session } from '../core/session/session';
import './dropped-files.css';

/** Listens; the function returned ends that. */
export function takeDroppedFiles(session: Session): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const html = document.documentElement;
  const give = (text: string | File, name: string): void => {
    void import('../features/lesson/own-lessons').then(({ giveLesson }) => giveLesson(session, text, name));
  };
  window.addEventListener(
    'dragover',
    (event) => {
      if (!holdsFiles(event)) return;
      // Without this the browser opens the file in place of the page.
      event.preventDefault();
      html.dataset.dropping = '';
    },
    { signal },
  );
  const isOver = (): void => {
    delete html.dataset.dropping;
  };
  window.addEventListener(
    'dragleave',
    (event) => {
      if (event.relatedTarget === null) isOver();
    },
    { signal },
  );
  window.addEventListener(
    'drop',
    (event) => {
      isOver();
      if (!holdsFiles(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      if (file === undefined) return;
      if (isScene(file)) void openDropped(session, file);
      else give(file, file.name);
    },
    { signal },
  );
  window.addEventListener(
    'paste',
    (event) => {
      const { target } = event;
      // A field or an editor takes the text.
      if (target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!looksLikeLesson(text)) return;
      event.preventDefault();
      give(text, 'The pasted text');
    },
    { signal },
  );
  return () => {
    stop.abort();
    isOver();
  };
}

/** A file that cannot be opened leaves the page unchanged, and a notice names the problem. */
export async function openDropped(session: Session, file: File): Promise<void> {
  const { name } = file;
  const problems = await session
    .openFile(file, name)
    .catch((problem: unknown) => [{ path: 'file', problem: `could not be opened: ${problemText(problem)}` }]);
  if (problems.length === 0) return;
  // A playlist reports its problems itself: that notice is replaced by one that names the file.
  clear('bad-playlist');
  notify({ kind: 'bad-file', name, problems });
}

/** Scenes are JSON, recordings have an extension of their own; any other file may be a lesson. */
function isScene({ name, type }: File): boolean {
  return /\.(json|chokerec)$/i.test(name) || type === 'application/json';
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/** It begins with front matter; other pasted text is ignored. */
function looksLikeLesson(text: string): boolean {
  return /^\uFEFF?\s*---[ \t]*\r?\n/.test(text);
}
