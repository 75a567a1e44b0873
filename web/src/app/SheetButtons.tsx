/** Buttons on a narrow screen that open the panels beside the stage as sheets. */

import type { ReactNode } from 'react';
import type { PartOfPage } from '../core/page/parts-of-page';
import { type Sheet, toggleSheet, useView } from '../core/page/view-store';
import { Icon, type IconName } from '../ui/Icon';

interface SheetButtonsProps {
  readonly has: (part: PartOfPage) => boolean;
  /** True if the explanation can also be opened as a sheet. */
  readonly hasExplanation: boolean;
  readonly children: ReactNode;
}

export function SheetButtons({ has, hasExplanation, children }: SheetButtonsProps) {
  const openSheet = useView((state) => state.openSheet);
  const button = (sheet: Sheet, icon: IconName, name: string) => (
    <button
      type="button"
      id={`open-${sheet}`}
      className="button"
      title={name}
      aria-expanded={openSheet === sheet}
      aria-controls={sheet}
      onClick={() => toggleSheet(sheet)}
    >
      <Icon name={icon} />
      <span className="word">{name}</span>
    </button>
  );
  return (
    <div className="sheet-buttons">
      {has('controls') && button('controls', 'sliders', 'Controls')}
      {children}
      {hasExplanation && (has('explain') || has('events')) && button('explain', 'explain', 'Explain')}
    </div>
  );
}
