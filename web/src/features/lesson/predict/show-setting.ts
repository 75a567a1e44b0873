/** Takes the user to a setting's control, whichever panel contains it. */

import { lessonStore } from '../../../core/lesson/lesson-store';
import { closeSheet, viewStore } from '../../../core/page/view-store';
import { NARROW } from '../../../ui/use-media';

/** Longest wait for the panel to load [ms]. */
const PATIENCE_MS = 3000;

/** Reveals a setting's control. `path` is its dotted path, or a parameter id. */
export function showSetting(path: string): void {
  if (window.matchMedia(NARROW).matches) viewStore.setState({ openSheet: 'controls' });
  else lessonStore.setState({ beside: 'controls' });
  if (focusControl(path)) return;
  const observer = new MutationObserver(() => {
    if (focusControl(path)) stop();
  });
  const giveUp = setTimeout(() => {
    stop();
    // The control has not appeared in time, so the scene has no such setting. On a narrow page, the sheet of controls
    // was opened to show the control, and is closed again.
    if (window.matchMedia(NARROW).matches) closeSheet();
  }, PATIENCE_MS);
  const stop = (): void => {
    observer.disconnect();
    clearTimeout(giveUp);
  };
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden'] });
}

function focusControl(path: string): boolean {
  const last = path.slice(path.lastIndexOf('.') + 1);
  // A control in a closed sheet cannot be focused.
  const rows = [...document.querySelectorAll<HTMLElement>('.setting[data-path]')].filter(
    (one) => one.closest('[hidden]') === null,
  );
  const row =
    rows.find(({ dataset }) => dataset.path === path) ?? rows.find(({ dataset }) => dataset.path?.endsWith(`.${last}`));
  const control = row?.querySelector<HTMLElement>('input, select');
  if (row === undefined || control === null || control === undefined) return false;
  row.closest('details')?.setAttribute('open', '');
  row.scrollIntoView({ block: 'center' });
  control.focus();
  return true;
}
