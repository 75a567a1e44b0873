/** Tables that are wider than the page can be scrolled by the keyboard; the others are no stop on its way. */

export function letTablesScroll(): void {
  const boxes = document.querySelectorAll<HTMLElement>('.wide');
  const look = (): void => {
    for (const box of boxes) {
      const scrolls = box.scrollWidth > box.clientWidth;
      box.toggleAttribute('tabindex', scrolls);
      if (scrolls) box.tabIndex = 0;
    }
  };
  look();
  window.addEventListener('resize', look);
}
