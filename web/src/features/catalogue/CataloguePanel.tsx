/** The catalogue: a table of all disciplines and a page for each, generated from the engine's declarations. */

import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Catalog } from '../../core/border/catalog';
import type { EngineClient } from '../../core/border/client';
import type { Preset } from '../../core/border/scenario';
import type { ScriptStart } from '../../core/border/script';
import type { Pace } from '../../core/run/playback';
import type { RunBuffer } from '../../core/run/run-buffer';
import { SaveMenu } from '../../core/save/SaveMenu';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import type { DisciplinesByPreset } from './appearances';
import { CatalogueTable } from './CatalogueTable';
import { FIRST_ORDER, foundRows, NO_FILTER, rowsOf, sortedRows } from './catalogue-rows';
import { DisciplinePage } from './DisciplinePage';
import './catalogue.css';

export interface CatalogueActions {
  /** Opens a discipline's page, or the table if the id is ''. */
  readonly open: (id: string) => void;
  readonly close: () => void;
  readonly addressOf: (id: string) => string;
  readonly openScene: (preset: string) => void;
  /** Opens the lab's scene under another discipline. */
  readonly openInLab: (aqm: string) => void;
  /** A script that makes the same decisions as a discipline. Undefined if there is none. */
  readonly scriptOf: (aqm: string) => Promise<ScriptStart | undefined>;
  /** Opens the lab with a script in place of the discipline. */
  readonly openScript: (text: string) => void;
  /** Connects to a separate engine for the catalogue. */
  readonly connect: () => Promise<EngineClient>;
  /**
   * Renders the state that a run's discipline stores, such as its variables and tables, with the components of the lab.
   */
  readonly stateOf: (run: RunBuffer) => ReactNode;
  /** Renders the queue of a run at a small size. Once per frame it calls `playing` to read the state and the speed. */
  readonly stageOf: (
    run: RunBuffer,
    className: string,
    playing: () => { readonly isPlaying: boolean; readonly pace: Pace },
  ) => ReactNode;
}

interface Props {
  readonly catalog: Catalog;
  readonly presets: readonly Preset[];
  readonly disciplinesByPreset: DisciplinesByPreset;
  /** Id of the discipline whose page is open, or '' for the table. */
  readonly place: string;
  readonly sceneTitle: string;
  readonly actions: CatalogueActions;
}

export function CataloguePanel({ catalog, presets, disciplinesByPreset, place, sceneTitle, actions }: Props) {
  const rows = useMemo(
    () => rowsOf(catalog.disciplines, presets, disciplinesByPreset),
    [catalog, presets, disciplinesByPreset],
  );
  // Order and filter are kept while a discipline's page is open.
  const [order, setOrder] = useState(FIRST_ORDER);
  const [filter, setFilter] = useState(NO_FILTER);
  const row = rows.find(({ about }) => about.id === place);
  const panel = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(place);

  // Closing a page returns the focus to its row. Opening a page moves the focus to its title.
  useEffect(() => {
    const target = place === '' ? `[data-discipline="${CSS.escape(shown)}"]` : '[data-title]';
    if (place !== shown) {
      panel.current?.querySelector<HTMLElement>(target)?.focus();
      setShown(place);
    }
  }, [place, shown]);

  const link = (): string => new URL(actions.addressOf(place), window.location.href).href;
  const tables =
    row === undefined
      ? async () =>
          (await savedCatalogue()).disciplinesTable(sortedRows(foundRows(rows, filter), order), link(), catalog)
      : [
          {
            title: 'Parameters',
            make: async () => (await savedCatalogue()).parametersTable(row.about, link(), catalog),
          },
          {
            title: 'Named sets',
            make: async () => (await savedCatalogue()).parameterSetsTable(row.about, link(), catalog),
          },
        ].slice(0, row.about.param_sets.length === 0 ? 1 : 2);

  return (
    <div className="catalogue" ref={panel}>
      <div className="catalogue__head row row--tight row--spread gap-3">
        {row !== undefined && (
          <button type="button" className="button" onClick={() => actions.open('')}>
            <Icon name="back" />
            All disciplines
          </button>
        )}
        {row === undefined && <h2 className="dialog__title">Queue disciplines</h2>}
        <span className="catalogue__save">
          <SaveMenu title={row === undefined ? 'Queue disciplines' : row.about.name} table={tables} />
        </span>
        <IconButton icon="close" name="Close the catalogue" className="button--quiet" onPress={actions.close} />
      </div>
      {row === undefined ? (
        <CatalogueTable
          rows={rows}
          order={order}
          filter={filter}
          onOrder={setOrder}
          onFilter={setFilter}
          actions={actions}
        />
      ) : (
        <DisciplinePage
          key={row.about.id}
          row={row}
          rows={rows}
          catalog={catalog}
          presets={presets}
          sceneTitle={sceneTitle}
          actions={actions}
        />
      )}
    </div>
  );
}

const savedCatalogue = () => import('./saved-catalogue');
