/** Opens lesson and scene files dropped on the page, and lessons pasted as text. */

import { problemText } from '../base/problem-text';
import { clear, notify } from '../core/scene/notices';
import type { Session } from '../core/session/session';
import './dropped-files.css';

/** Listens for drops and pastes. Returns a function that stops listening. */
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
      // Without this call the browser would replace the page with the file.
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
      // If a text field or an editor has the focus, the pasted text belongs there.
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

/** Opens a dropped file. If that fails, the page stays unchanged and a notice names the problem. */
export async function openDropped(session: Session, file: File): Promise<void> {
  const { name } = file;
  const problems = await session
    .openFile(file, name)
    .catch((problem: unknown) => [{ path: 'file', problem: `could not be opened: ${problemText(problem)}` }]);
  if (problems.length === 0) return;
  // Removes the notice about a playlist with errors, because the notice below lists the same problems and also names
  // the file.
  clear('bad-playlist');
  notify({ kind: 'bad-file', name, problems });
}

/** True for scene files, which are JSON. Recordings have an extension of their own. Any other file may be a lesson. */
function isScene({ name, type }: File): boolean {
  return /\.(json|chokerec|parquet)$/i.test(name) || type === 'application/json';
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/** True if the text begins with front matter. Other pasted texts are ignored. */
function looksLikeLesson(text: string): boolean {
  return /^\uFEFF?\s*---[ \t]*\r?\n/.test(text);
}
