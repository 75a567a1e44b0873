/** Taking it along: numbers for other programs, the figure for slides. */

import { useState } from 'react';
import { Icon } from '../../base/Icon';
import { csvOf, jsonOf, type Origin } from '../../experiment/export-text';
import { type FigureFacts, figureOf } from '../../experiment/figure';
import type { PaperTable } from '../../experiment/paper-table';
import type { Report } from '../../experiment/report';
import { savePng, saveText } from '../../experiment/save';
import { inWords } from './use-paper';

interface Props {
  readonly report: Report;
  readonly table: PaperTable;
  /** Asked for when something is saved. */
  readonly origin: () => Promise<Origin>;
  readonly facts: (origin: Origin) => FigureFacts;
}

const FORMATS = ['CSV', 'JSON', 'SVG', 'PNG'] as const;

export function SaveButtons({ report, table, origin, facts }: Props) {
  const [said, setSaid] = useState('');
  const save = async (format: (typeof FORMATS)[number]): Promise<void> => {
    const name = `${report.preset}.${format.toLowerCase()}`;
    try {
      const from = await origin();
      if (format === 'CSV') saveText(name, 'text/csv', csvOf(report, from));
      else if (format === 'JSON') saveText(name, 'application/json', jsonOf(report, from));
      else if (format === 'SVG') saveText(name, 'image/svg+xml', figureOf(table, facts(from)).svg);
      else await savePng(name, (fontRules) => figureOf(table, { ...facts(from), fontRules }));
      setSaid(`Saved as ${name}.`);
    } catch (problem) {
      setSaid(`It could not be saved: ${inWords(problem)}.`);
    }
  };
  return (
    <fieldset className="save">
      <legend className="visually-hidden">Save table and figure</legend>
      <Icon name="save" />
      {FORMATS.map((format) => (
        <button
          key={format}
          type="button"
          className="button button--quiet save__format"
          aria-label={`Save as ${format}`}
          onClick={() => void save(format)}
        >
          {format}
        </button>
      ))}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </fieldset>
  );
}
