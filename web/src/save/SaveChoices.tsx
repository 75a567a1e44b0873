/** The formats, in which colours, and whether with a date: stands by the button until something else is touched. */

import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { PALETTE } from '../base/palette';
import { useView } from '../store/view-store';
import { handOver } from './hand-over';
import { parquetOf } from './parquet';
import { placeBeside } from './place-beside';
import type { SaveMenuProps } from './SaveMenu';
import { pngOf, svgOf } from './write-drawing';
import { csvOf, jsonOf } from './write-table';
import './save.css';

interface Props extends SaveMenuProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

const PICTURES = {
  SVG: { ending: 'svg', says: 'Vectors: for papers and slides, to be edited' },
  PNG: { ending: 'png', says: 'Pixels, two for one of the page' },
} as const;
const TABLES = {
  CSV: { ending: 'csv', says: 'For spreadsheets, R, pandas' },
  JSON: { ending: 'json', says: 'With units and meanings' },
  Parquet: { ending: 'parquet', says: 'Typed columns, for pandas, DuckDB, Arrow' },
} as const;

type PictureFormat = keyof typeof PICTURES;
type TableFormat = keyof typeof TABLES;

export function SaveChoices({ title, drawing, table, button, onClose }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const theme = useView((state) => state.theme);
  const [isLight, setLight] = useState(false);
  const [isDated, setDated] = useState(false);
  const [said, setSaid] = useState('');
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once, and closes for good
  useEffect(() => {
    const { current } = panel;
    const invoker = button.current;
    if (current === null || invoker === null) return undefined;
    const closed = (event: Event): void => {
      if ((event as ToggleEvent).newState === 'closed') onClose();
    };
    current.addEventListener('toggle', closed);
    current.showPopover();
    placeBeside(current, invoker);
    // The button closes what it has opened: without this link, closing by touching it would open it again.
    invoker.popoverTargetElement = current;
    const away = (event: Event): void => {
      if (event.target instanceof Node && event.target.contains(invoker)) current.hidePopover();
    };
    document.addEventListener('scroll', away, { capture: true, passive: true });
    return () => {
      current.removeEventListener('toggle', closed);
      document.removeEventListener('scroll', away, { capture: true });
      invoker.popoverTargetElement = null;
    };
  }, []);

  const date = isDated ? { date: new Date().toISOString().slice(0, 10) } : {};
  const save = async (make: () => Promise<{ readonly name: string; readonly blob: Blob }>): Promise<void> => {
    setSaid('Saving…');
    try {
      const { name, blob } = await make();
      handOver(name, blob);
      setSaid(`Saved as ${name}.`);
    } catch (problem) {
      setSaid(`It could not be saved: ${problem instanceof Error ? problem.message : String(problem)}.`);
    }
  };
  const savePicture = (format: PictureFormat) =>
    save(async () => {
      if (drawing === undefined) throw new Error('there is no picture');
      const plain = await drawing(PALETTE[isLight ? 'light' : theme]);
      const made = { ...plain, provenance: { ...plain.provenance, ...date } };
      const blob = format === 'PNG' ? await pngOf(made) : new Blob([await svgOf(made)], { type: 'image/svg+xml' });
      return { name: `${made.name}.${PICTURES[format].ending}`, blob };
    });
  const saveTable = (format: TableFormat) =>
    save(async () => {
      if (table === undefined) throw new Error('there is no table');
      const plain = await table();
      const made = { ...plain, provenance: { ...plain.provenance, ...date } };
      return { name: `${made.name}.${TABLES[format].ending}`, blob: await TABLE_BLOBS[format](made) };
    });

  return (
    <div className="save-choices" ref={panel} popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
      <h4 id={`${id}-title`}>
        <span className="visually-hidden">Save: </span>
        {title}
      </h4>
      {drawing !== undefined && (
        <fieldset className="save-formats">
          <legend>Picture</legend>
          {(Object.keys(PICTURES) as PictureFormat[]).map((format) => (
            <Format key={format} format={format} says={PICTURES[format].says} onSave={() => savePicture(format)} />
          ))}
        </fieldset>
      )}
      {table !== undefined && (
        <fieldset className="save-formats">
          <legend>Numbers</legend>
          {(Object.keys(TABLES) as TableFormat[]).map((format) => (
            <Format key={format} format={format} says={TABLES[format].says} onSave={() => saveTable(format)} />
          ))}
        </fieldset>
      )}
      <div className="save-options">
        {drawing !== undefined && theme === 'dark' && (
          <label>
            <input type="checkbox" checked={isLight} onChange={({ target }) => setLight(target.checked)} /> light, for
            print
          </label>
        )}
        <label>
          <input type="checkbox" checked={isDated} onChange={({ target }) => setDated(target.checked)} /> with today’s
          date
        </label>
      </div>
      <p className="save-said" role="status">
        {said}
      </p>
    </div>
  );
}

const TABLE_BLOBS: Readonly<Record<TableFormat, (table: Parameters<typeof csvOf>[0]) => Blob | Promise<Blob>>> = {
  CSV: (table) => new Blob([csvOf(table)], { type: 'text/csv' }),
  JSON: (table) => new Blob([jsonOf(table)], { type: 'application/json' }),
  Parquet: async (table) =>
    new Blob([(await parquetOf(table)) as Uint8Array<ArrayBuffer>], { type: 'application/vnd.apache.parquet' }),
};

interface FormatProps {
  readonly format: string;
  readonly says: string;
  readonly onSave: () => Promise<void>;
}

function Format({ format, says, onSave }: FormatProps) {
  return (
    <button type="button" className="button save-format" title={says} aria-label={`Save as ${format}`} onClick={onSave}>
      {format}
    </button>
  );
}
