/** A table of all disciplines, sortable by every column. On a narrow screen its rows are cards. */

import { type CSSProperties, type MouseEvent, useId } from 'react';
import { formatFixed, formatNumber } from '../../base/format';
import { ConfidenceBadge } from '../../ui/ConfidenceBadge';
import { LicencesLine } from '../../ui/LicencesLine';
import { Select } from '../../ui/Select';
import { PHONE, useMedia } from '../../ui/use-media';
import type { CatalogueActions } from './CataloguePanel';
import {
  COLUMNS,
  CONFIDENCES,
  type Column,
  type ColumnId,
  type Filter,
  foundRows,
  MEMORIES,
  type Order,
  type Row,
  reordered,
  sortedRows,
} from './catalogue-rows';
import { MEASUREMENT, timesYardstick } from './costs';

interface Props {
  readonly rows: readonly Row[];
  readonly order: Order;
  readonly filter: Filter;
  readonly onOrder: (order: Order) => void;
  readonly onFilter: (filter: Filter) => void;
  readonly actions: CatalogueActions;
}

export function CatalogueTable({ rows, order, filter, onOrder, onFilter, actions }: Props) {
  const isNarrow = useMedia(PHONE);
  const found = sortedRows(foundRows(rows, filter), order);
  return (
    <div className="catalogue__scroll scrolls">
      <div className="catalogue__filters row gap-3">
        <input
          type="search"
          className="field catalogue__search"
          aria-label="Search the disciplines"
          placeholder="Search: name, idea, author, document"
          value={filter.words}
          onChange={(event) => onFilter({ ...filter, words: event.target.value })}
        />
        <Choice
          label="Memory"
          value={filter.memory}
          any="Any memory"
          options={MEMORIES.map(({ id, meaning }) => ({ id, name: `${id}: ${meaning}` }))}
          onChoose={(memory) => onFilter({ ...filter, memory: memory as Filter['memory'] })}
        />
        <Choice
          label="Source"
          value={filter.confidence}
          any="Any source"
          options={CONFIDENCES.map(({ id, name, meaning }) => ({ id, name: `${name}: ${meaning}` }))}
          onChoose={(confidence) => onFilter({ ...filter, confidence: confidence as Filter['confidence'] })}
        />
        {isNarrow && (
          <Choice
            label="Order"
            value={`${order.column} ${order.isDescending}`}
            options={COLUMNS.flatMap(({ id, name }) => [
              { id: `${id} false`, name: `${name}, ascending` },
              { id: `${id} true`, name: `${name}, descending` },
            ])}
            onChoose={(chosen) => {
              const [column, isDescending] = chosen.split(' ');
              onOrder({ column: column as ColumnId, isDescending: isDescending === 'true' });
            }}
          />
        )}
        <p className="catalogue__count soft" role="status">
          {found.length === rows.length ? `${rows.length} disciplines` : `${found.length} of ${rows.length}`}
        </p>
      </div>
      {isNarrow ? (
        <ul className="stack gap-3">
          {found.map((row) => (
            <li key={row.about.id}>
              <Card row={row} actions={actions} />
            </li>
          ))}
        </ul>
      ) : (
        <table className="catalogue__table table table--words large">
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <Head key={column.id} column={column} order={order} onOrder={onOrder} />
              ))}
            </tr>
          </thead>
          <tbody>
            {found.map((row) => (
              <TableRow key={row.about.id} row={row} actions={actions} />
            ))}
          </tbody>
        </table>
      )}
      {found.length === 0 && <p className="catalogue__none soft">No discipline matches.</p>}
      <MeasuredHow />
      <LicencesLine />
    </div>
  );
}

interface HeadProps {
  readonly column: Column;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

function Head({ column: { id, name, meaning, isNumber = false }, order, onOrder }: HeadProps) {
  const isSorted = order.column === id;
  const sort = order.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isSorted ? sort : undefined} data-number={isNumber || undefined}>
      <button
        type="button"
        className="row row--tight gap-1 bare body soft strong unbroken"
        title={meaning}
        onClick={() => onOrder(reordered(order, id))}
      >
        {name}
        <span className="catalogue__arrow" aria-hidden="true">
          {isSorted ? (order.isDescending ? '▼' : '▲') : ''}
        </span>
      </button>
    </th>
  );
}

interface RowProps {
  readonly row: Row;
  readonly actions: CatalogueActions;
}

function TableRow({ row, actions }: RowProps) {
  const { about, cost, appearances } = row;
  return (
    // The keyboard and screen readers use the link in the row. The row only enlarges the link's click target.
    <tr onClick={() => actions.open(about.id)}>
      <th scope="row">
        <DisciplineLink row={row} actions={actions} />
      </th>
      <td data-number>{about.year}</td>
      <td>{about.memory}</td>
      <td data-number>{cost === undefined ? <NotMeasured /> : formatNumber(cost.comparisons, 3)}</td>
      <td data-number>{cost === undefined ? <NotMeasured /> : <Time row={row} />}</td>
      <td data-number>{about.params.length}</td>
      <td>
        {about.confidence === 'low' ? (
          <ConfidenceBadge confidence="low" note={about.confidence_note} />
        ) : (
          CONFIDENCES.find(({ id }) => id === about.confidence)?.name
        )}
      </td>
      <td>
        {appearances.map(({ document, presets }) => (
          <span key={document.id} className="catalogue__document body soft">
            {document.title} <span className="faint">({presets.length})</span>
          </span>
        ))}
        {appearances.length === 0 && <span className="body faint">no scene yet</span>}
      </td>
    </tr>
  );
}

function Card({ row, actions }: RowProps) {
  const { about, cost, appearances } = row;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link inside is what keyboards and screen readers use
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link inside is what keyboards use
    <div className="box stack" onClick={() => actions.open(about.id)}>
      <p className="catalogue__card-name row soft">
        <DisciplineLink row={row} actions={actions} />
        <span>{about.year}</span>
        <ConfidenceBadge confidence={about.confidence} note={about.confidence_note} />
      </p>
      <dl className="catalogue__card-facts">
        <div>
          <dt className="small soft">Memory</dt>
          <dd>{about.memory}</dd>
        </div>
        <div>
          <dt className="small soft">Comparisons</dt>
          <dd>{cost === undefined ? <NotMeasured /> : formatNumber(cost.comparisons, 3)}</dd>
        </div>
        <div>
          <dt className="small soft">Time per packet</dt>
          <dd>{cost === undefined ? <NotMeasured /> : <Time row={row} />}</dd>
        </div>
        <div>
          <dt className="small soft">Parameters</dt>
          <dd>{about.params.length}</dd>
        </div>
      </dl>
      {appearances.length > 0 && (
        <p className="small soft">{appearances.map(({ document }) => document.title).join(', ')}</p>
      )}
    </div>
  );
}

/** A real link, so that the user can copy it or open it in another tab. */
function DisciplineLink({ row: { about }, actions }: RowProps) {
  const follow = (event: MouseEvent): void => {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    actions.open(about.id);
  };
  return (
    <a href={actions.addressOf(about.id)} data-discipline={about.id} onClick={follow}>
      {about.name}
    </a>
  );
}

/** A time such as "32 ns, 0.96 ×", with a bar of proportional length. */
function Time({ row: { cost } }: { row: Row }) {
  const times = timesYardstick(cost);
  return (
    <span className="catalogue__time" style={{ '--times': Math.min(1, (times ?? 0) / LONGEST_BAR) } as CSSProperties}>
      {formatNumber(cost?.ns ?? Number.NaN, 3)}
      {'\u00a0'}ns
      <span className="soft">{times === undefined ? '' : `${formatFixed(times, 1)}\u00a0×`}</span>
    </span>
  );
}

/** The multiple of CHOKe's time at which the bar is full. */
const LONGEST_BAR = 5;

function NotMeasured() {
  return <span className="body faint">not measured yet</span>;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Name of the filter entry that shows all rows. */
  readonly any?: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly onChoose: (id: string) => void;
}

function Choice({ label, value, any, options, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <Select
        id={id}
        options={any === undefined ? options : [{ id: 'any', name: any }, ...options]}
        chosen={value}
        onChoose={onChoose}
      />
    </>
  );
}

function MeasuredHow() {
  const { machine, date, engine, flows, waiting, arrivals } = MEASUREMENT;
  return (
    <p className="catalogue__measured body soft">
      Costs are measured: each discipline alone, without senders or links, handles {arrivals.toLocaleString('en')}{' '}
      arrivals of {flows} flows, half of them from three greedy flows, while {waiting} packets wait. The time is the
      best of several runs of the native engine {engine} ({machine}, {date}); × is a multiple of CHOKe’s. Compare
      ratios: nanoseconds depend on the machine.
    </p>
  );
}
