/** The window beside the save button: formats, colours, and whether a date is included. */

import { type RefObject, useEffect, useRef, useState } from 'react';
import { PALETTE } from '../../base/palette';
import { problemText } from '../../base/problem-text';
import { usePopover } from '../../ui/use-popover';
import { useView } from '../page/view-store';
import type { Drawing } from './drawing';
import { handOver } from './hand-over';
import { parquetOf } from './parquet';
import type { NamedTable, SaveMenuProps } from './SaveMenu';
import type { MakeTable, SavedTable } from './saved-table';
import { pngOf, svgOf } from './write-drawing';
import { csvOf, jsonOf } from './write-table';
import './save.css';

interface Props extends SaveMenuProps {
  /** Title of the window, such as "Save: Queue". */
  readonly name: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

const PICTURES = {
  SVG: { ending: 'svg', says: 'Vector graphics: for papers and slides, editable' },
  PDF: { ending: 'pdf', says: 'Vector graphics: for LaTeX and printing' },
  PNG: { ending: 'png', says: 'Pixels, at twice the resolution of the page' },
} as const;
const TABLES = {
  CSV: { ending: 'csv', says: 'For spreadsheets, R, pandas' },
  JSON: { ending: 'json', says: 'With units and meanings' },
  Parquet: { ending: 'parquet', says: 'Typed columns, for pandas, DuckDB, Arrow' },
} as const;

interface Made {
  readonly name: string;
  readonly blob: Blob;
  readonly remark?: string | undefined;
}

type PictureFormat = keyof typeof PICTURES;
type TableFormat = keyof typeof TABLES;

export function SaveChoices({ name, title, drawing, others, table, json, ways, button, onClose }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const theme = useView((state) => state.theme);
  const [isLight, setLight] = useState(false);
  const [isDated, setDated] = useState(false);
  const [said, setSaid] = useState('');
  /** Cancels the file being made. Undefined if none is being made. */
  const [making, setMaking] = useState<AbortController>();

  usePopover(panel, button, onClose);

  // Closing the window cancels the file being made.
  useEffect(() => () => making?.abort(new Error('it was cancelled')), [making]);

  const date = isDated ? { date: new Date().toISOString().slice(0, 10) } : {};
  const save = async (make: () => Promise<Made>): Promise<void> => {
    setSaid('Saving…');
    try {
      const { name, blob, remark } = await make();
      handOver(name, blob);
      setSaid(`Saved as ${name}.${remark === undefined ? '' : ` ${remark}`}`);
    } catch (problem) {
      setSaid(`Saving failed: ${problemText(problem)}.`);
    }
  };
  const savePicture = (format: PictureFormat) =>
    save(async () => {
      if (drawing === undefined) throw new Error('there is no picture');
      const plain = await drawing(PALETTE[isLight ? 'light' : theme]);
      const made = { ...plain, provenance: { ...plain.provenance, ...date } };
      return { name: `${made.name}.${PICTURES[format].ending}`, ...(await PICTURE_FILES[format](made)) };
    });
  const saveTable = (make: MakeTable, format: TableFormat) =>
    save(async () => {
      const stopping = new AbortController();
      setMaking(stopping);
      try {
        const plain = await make({
          signal: stopping.signal,
          onProgress: (part) => setSaid(`Saving… ${10 * Math.floor(10 * part)} %`),
        });
        const made = { ...plain, provenance: { ...plain.provenance, ...date } };
        const blob = await TABLE_BLOBS[format](made);
        return {
          name: `${made.name}.${TABLES[format].ending}`,
          blob,
          remark: made.isCut === true ? made.remark : undefined,
        };
      } finally {
        setMaking(undefined);
      }
    });
  const saveJson = (make: NonNullable<SaveMenuProps['json']>) =>
    save(async () => {
      const { name, value } = await make();
      return { name: `${name}.json`, blob: new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: JSON_TYPE }) };
    });
  const tables: readonly NamedTable[] =
    table === undefined ? [] : typeof table === 'function' ? [{ title: 'Numbers', make: table }] : table;
  const hasFiles = drawing !== undefined || tables.length > 0 || json !== undefined;
  // JSON of the whole content is a choice of its own, apart from the tables. If there is exactly one table, it is
  // offered as the JSON of that table.
  const isJsonApart = json !== undefined && tables.length !== 1;

  return (
    <div className="bubble body save-choices" ref={panel} popover="auto" role="dialog" aria-label={name}>
      <h4 className="body strong">{title}</h4>
      {ways?.map(({ name: way, isOn, set }) => (
        <label key={way} className="row row--tight gap-1 save-way">
          <input type="checkbox" checked={isOn} onChange={({ target }) => set(target.checked)} /> {way}
        </label>
      ))}
      {drawing !== undefined && (
        <fieldset className="row row--tight save-formats">
          <legend className="soft">Picture</legend>
          {(Object.keys(PICTURES) as PictureFormat[]).map((format) => (
            <Format key={format} format={format} says={PICTURES[format].says} onSave={() => savePicture(format)} />
          ))}
        </fieldset>
      )}
      {others?.map(({ name: other, says, open }) => (
        <p key={other} className="save-formats">
          <button
            type="button"
            className="button save-format"
            title={says}
            onClick={() => {
              panel.current?.hidePopover();
              open();
            }}
          >
            {other}
          </button>
        </p>
      ))}
      {tables.map(({ title: heading, make }) => (
        <fieldset key={heading} className="row row--tight save-formats">
          <legend className="soft">{heading}</legend>
          {TABLE_FORMATS.filter((format) => format !== 'JSON' || !isJsonApart).map((format) => (
            <Format
              key={format}
              format={format}
              says={TABLES[format].says}
              onSave={() => (format === 'JSON' && json !== undefined ? saveJson(json) : saveTable(make, format))}
            />
          ))}
        </fieldset>
      ))}
      {isJsonApart && json !== undefined && (
        <fieldset className="row row--tight save-formats">
          <legend className="soft">Everything</legend>
          <Format format="JSON" says={TABLES.JSON.says} onSave={() => saveJson(json)} />
        </fieldset>
      )}
      {hasFiles && (
        <div className="row soft save-options">
          {drawing !== undefined && theme === 'dark' && (
            <label className="row row--tight gap-1">
              <input type="checkbox" checked={isLight} onChange={({ target }) => setLight(target.checked)} /> light, for
              print
            </label>
          )}
          <label className="row row--tight gap-1">
            <input type="checkbox" checked={isDated} onChange={({ target }) => setDated(target.checked)} /> with today’s
            date
          </label>
        </div>
      )}
      <div className="row row--tight row--spread save-said">
        <p className="soft breakable" role="status">
          {said}
        </p>
        {making !== undefined && (
          <button type="button" className="small-button" onClick={() => making.abort(new Error('it was cancelled'))}>
            Cancel
          </button>
        )}
      </div>
    </div>
  );
}

const PICTURE_FILES: Readonly<Record<PictureFormat, (drawing: Drawing) => Promise<Omit<Made, 'name'>>>> = {
  SVG: async (drawing) => ({ blob: new Blob([await svgOf(drawing)], { type: 'image/svg+xml' }) }),
  PDF: async (drawing) => (await import('./pdf')).pdfOf(drawing),
  PNG: async (drawing) => ({ blob: await pngOf(drawing) }),
};
const TABLE_FORMATS = Object.keys(TABLES) as TableFormat[];
const JSON_TYPE = 'application/json';
const TABLE_BLOBS: Readonly<Record<TableFormat, (table: SavedTable) => Blob | Promise<Blob>>> = {
  CSV: (table) => new Blob([csvOf(table)], { type: 'text/csv' }),
  JSON: (table) => new Blob([jsonOf(table)], { type: JSON_TYPE }),
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
