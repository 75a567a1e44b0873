/** One picture: curves, guides and dots, a cursor that reads off the curves, and the numbers as a table. */

import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Figure } from '../../ui/figure/Figure';
import { along, partOf } from '../../ui/figure/scale';
import type { Ink } from '../../ui/marks/ink';
import { textWidth } from '../../ui/marks/text-mark';
import { ScrollRegion } from '../../ui/ScrollRegion';
import '../../ui/numbers-table.css';
import { TableButton } from '../../ui/TableButton';
import { useSize } from '../../ui/use-size';
import { figureLayout } from './figure-layout';
import { type LayerProps, Lowered, Marks, variable } from './PictureMarks';
import type { Axis, Picture } from './picture';

interface Props {
  readonly title: string;
  readonly picture: Picture;
  /** The save menu. Absent in the presenter. */
  readonly save?: ReactNode;
}

/** Steps of the cursor by keyboard. */
const KEY_STEPS = 100;
const TABLE_ROWS = 20;

export function PictureFigure({ title, picture, save }: Props) {
  const surface = useRef<HTMLDivElement>(null);
  const size = useSize(surface);
  const [cursor, setCursor] = useState<number | undefined>(undefined);
  /** The value that the pointer chose last. */
  const pointed = useRef<number>(undefined);
  const [isTable, setTable] = useState(false);
  const ids = useId();
  const layout = size === undefined ? undefined : figureLayout(picture, size);
  const at = cursor === undefined ? undefined : along(picture.x, cursor);

  const point = (event: PointerEvent<HTMLDivElement>): void => {
    if (layout === undefined) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    pointed.current = Math.max(0, Math.min(1, (x - layout.region.left) / (layout.region.right - layout.region.left)));
    setCursor(pointed.current);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = moved(cursor, event);
    if (next === undefined) return;
    // While the picture has the focus, the arrow keys do not step the run.
    event.preventDefault();
    event.stopPropagation();
    setCursor(next === 'none' ? undefined : next);
  };

  return (
    <figure className="picture column" aria-labelledby={`${ids}-title`}>
      <figcaption className="picture__head row row--tight row--spread gap-0">
        <h3 className="body strong" id={`${ids}-title`}>
          {title}
        </h3>
        <span className="row row--tight gap-0 fixed">
          <TableButton title={title} controls={`${ids}-table`} isTable={isTable} setTable={setTable} />
          {save}
        </span>
      </figcaption>
      <div className="picture__body">
        <div
          ref={surface}
          className="picture__surface cover small"
          role="slider"
          tabIndex={0}
          aria-label={`${title}: choose a point`}
          aria-valuemin={picture.x.from}
          aria-valuemax={picture.x.to}
          aria-valuenow={at ?? picture.x.from}
          aria-valuetext={spoken(picture, at)}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={(event) => {
            // When the pointer leaves, only a cursor that the pointer itself has placed is removed. A cursor placed by
            // touch or by the keyboard stays: the page may have scrolled away from the pointer.
            if (event.pointerType !== 'touch') setCursor((now) => (now === pointed.current ? undefined : now));
          }}
          onBlur={() => setCursor(undefined)}
          onKeyDown={press}
        >
          {layout !== undefined && size !== undefined && (
            <Figure size={size}>
              <Marks picture={picture} layout={layout} size={size} />
              {at !== undefined && <Cursor picture={picture} layout={layout} size={size} at={at} />}
            </Figure>
          )}
        </div>
        <div id={`${ids}-table`} hidden={!isTable}>
          {isTable && <Numbers title={title} picture={picture} />}
        </div>
      </div>
    </figure>
  );
}

function Cursor({ picture, layout, size: { fontSize }, at }: LayerProps & { readonly at: number }) {
  const { region, toX, toY } = layout;
  const { left, right, top, bottom } = region;
  const x = toX(at);
  const lines = readings(picture, at);
  const width =
    fontSize +
    Math.max(
      ...[cursorText(picture.x, at), ...lines.map(({ text }) => text)].map((text) =>
        textWidth(text, fontSize, 'text', 600),
      ),
    );
  const boxX = x + width + fontSize > right ? Math.max(left, x - width - fontSize * 0.5) : x + fontSize * 0.5;
  return (
    <g className="picture__cursor">
      <line x1={x} x2={x} y1={top} y2={bottom} />
      {lines.map(({ key, value, colour }) => (
        <circle key={key} cx={x} cy={toY(value)} r={fontSize * 0.28} style={{ fill: variable(colour) }} />
      ))}
      <g transform={`translate(${boxX} ${bottom - fontSize * (1.5 * (lines.length + 1) + 0.8)})`}>
        <rect width={width} height={fontSize * (1.5 * (lines.length + 1) + 0.3)} rx={fontSize * 0.3} />
        <text x={fontSize * 0.5} y={fontSize * 1.2} className="figure__title">
          {cursorText(picture.x, at)}
        </text>
        {lines.map(({ key, text, colour }, row) => (
          <text key={key} x={fontSize * 0.5} y={fontSize * (1.5 * row + 2.7)} style={{ fill: variable(colour) }}>
            <Lowered text={text} />
          </text>
        ))}
      </g>
    </g>
  );
}

/** A table with a few dozen values of every curve, and the measured values. */
function Numbers({ title, picture }: Omit<Props, 'save'>) {
  const places = Array.from({ length: TABLE_ROWS + 1 }, (_, row) => along(picture.x, row / TABLE_ROWS));
  return (
    <ScrollRegion className="picture__table cover scrolls small numbers-table" label={`${title}: numbers`}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{picture.x.title}</th>
            {picture.curves.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
            {picture.histograms.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}, measured
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((x) => (
            <tr key={x}>
              <td>{x.toPrecision(3)}</td>
              {picture.curves.map(({ id, valueAt }) => (
                <td key={id}>{valueAt(x)?.toPrecision(3) ?? '–'}</td>
              ))}
              {picture.histograms.map(({ key, values }) => (
                <td key={key}>
                  {values[Math.min(values.length - 1, Math.floor(partOf(picture.x, x) * values.length))]?.toFixed(3) ??
                    '–'}
                </td>
              ))}
            </tr>
          ))}
          {picture.dots
            .filter(({ name }) => name !== '')
            .map(({ key, name, x, y }) => (
              <tr key={key}>
                <td>{`${name}: ${x.toPrecision(3)}`}</td>
                <td colSpan={picture.curves.length + picture.histograms.length}>{y.toPrecision(3)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function readings(picture: Picture, at: number): { key: string; value: number; text: string; colour: Ink }[] {
  return picture.curves.flatMap(({ id, name, colour, valueAt }) => {
    const value = valueAt(at);
    return value === undefined || Number.isNaN(value)
      ? []
      : [{ key: id, value, text: `${name} ${shown(picture.y, value)}`, colour }];
  });
}

function spoken(picture: Picture, at: number | undefined): string {
  if (at === undefined) return picture.sees;
  return `${picture.x.title}: ${cursorText(picture.x, at)}; ${readings(picture, at)
    .map(({ text }) => text)
    .join(', ')}`;
}

/** A value as text, with more digits than the numbers on the axis have. */
function shown(axis: Axis, value: number): string {
  return axis.text(value).endsWith('%') || axis.text(0).endsWith('%')
    ? `${(100 * value).toFixed(1)}\u00a0%`
    : String(Number(value.toPrecision(3)));
}

function cursorText(axis: Axis, at: number): string {
  return axis.text(0.5).endsWith('%') ? `${(100 * at).toFixed(0)}\u00a0%` : String(Number(at.toPrecision(3)));
}

function moved(cursor: number | undefined, { key, shiftKey }: KeyboardEvent): number | 'none' | undefined {
  const step = (shiftKey ? 10 : 1) / KEY_STEPS;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, (cursor ?? step) - step);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(1, (cursor ?? -step) + step);
    case 'Home':
      return 0;
    case 'End':
      return 1;
    case 'Escape':
      return cursor === undefined ? undefined : 'none';
    default:
      return undefined;
  }
}
