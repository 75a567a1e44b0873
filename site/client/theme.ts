/**
 * Sets the dark or light theme: the one that the reader chose in the lab or here, otherwise the system's. The storage
 * key is the lab's (web/src/app/browser.ts).
 */

const KEY = 'chokepoint-theme';
const DARK = window.matchMedia('(prefers-color-scheme: dark)');

export function followTheme(): void {
  DARK.addEventListener('change', show);
  // The reader chose a theme in another tab.
  window.addEventListener('storage', ({ key }) => key === KEY && show());
  for (const button of document.querySelectorAll<HTMLElement>('[data-changes-theme]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const wanted = isDark() ? 'light' : 'dark';
      keep(wanted === (DARK.matches ? 'dark' : 'light') ? 'system' : wanted);
      show();
    });
  }
  // Printed pages are white.
  window.addEventListener('beforeprint', () => document.documentElement.classList.remove('dark'));
  window.addEventListener('afterprint', show);
  show();
}

export function isDark(): boolean {
  return document.documentElement.classList.contains('dark');
}

/**
 * Sets the theme's classes. The script in the head of every page does the same before the first paint
 * (`build/html.ts`).
 */
function show(): void {
  const chosen = kept();
  const dark = chosen === 'dark' || (chosen !== 'light' && chosen !== 'projector' && DARK.matches);
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(choice: string): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // If storage is forbidden, the choice lasts only for this page.
    document.documentElement.classList.toggle('dark', choice === 'dark');
  }
}
