/** A discipline's page: its description, its costs, its scenes, and a small run. */

import { useEffect, useState } from 'react';
import { formatFixed, formatNumber } from '../../base/format';
import { whileWanted } from '../../base/while-wanted';
import type { Catalog, QuantityAbout } from '../../core/border/catalog';
import type { Preset } from '../../core/border/scenario';
import type { ScriptStart } from '../../core/border/script';
import { ConfidenceBadge } from '../../ui/ConfidenceBadge';
import { Icon } from '../../ui/Icon';
import { characterScene } from './appearances';
import type { CatalogueActions } from './CataloguePanel';
import { CONFIDENCES, MEMORIES, type Row } from './catalogue-rows';
import { timesYardstick } from './costs';
import { ParameterSets, ParameterTable } from './Parameters';
import { PseudoCode } from './PseudoCode';
import { ReasonList } from './ReasonList';
import { sameDecisions } from './same-decisions';
import { TinySceneView } from './TinySceneView';
import './discipline.css';

interface Props {
  readonly row: Row;
  /** All disciplines in catalog order, which determines the link to the next one. */
  readonly rows: readonly Row[];
  readonly catalog: Catalog;
  readonly presets: readonly Preset[];
  readonly sceneTitle: string;
  readonly actions: CatalogueActions;
}

export function DisciplinePage({ row, rows, catalog, presets, sceneTitle, actions }: Props) {
  const { about } = row;
  return (
    <div className="catalogue__scroll scrolls">
      <article className="discipline large">
        <header className="discipline__head row">
          <h2 className="lead" tabIndex={-1} data-title="">
            {about.name}
          </h2>
          <ConfidenceBadge confidence={about.confidence} />
          <p className="discipline__citation soft">{about.citation}</p>
          <p className="discipline__idea title">{about.idea}</p>
        </header>
        <div className="stack gap-4">
          <Known row={row} />
          <section aria-labelledby="discipline-rule">
            <h3 className="heading" id="discipline-rule">
              Rule
            </h3>
            <PseudoCode about={about} />
          </section>
          <Quantities title="Quantities" quantities={about.quantities} />
          <Quantities title="State" quantities={about.gauges} />
          {about.state.map(
            (view) =>
              view.kind === 'table' && (
                <Quantities key={view.title} title={view.title} meaning={view.meaning} quantities={view.columns} />
              ),
          )}
        </div>
        <div className="discipline__side stack gap-4">
          <TinySceneView about={about} catalog={catalog} presets={presets} actions={actions} />
          <Facts row={row} />
          <button type="button" className="button button--accent" onClick={() => actions.openInLab(about.id)}>
            <Icon name="play" />
            Open in the lab
          </button>
          <p className="discipline__note body soft">
            Opens the lab’s scene, “{sceneTitle}”, under {about.name}.
          </p>
          <AsScript about={about} actions={actions} />
          <Scenes row={row} presets={presets} actions={actions} />
        </div>
        <section className="discipline__parameters" aria-labelledby="discipline-parameters">
          <h3 className="heading" id="discipline-parameters">
            Parameters
          </h3>
          <ParameterTable about={about} />
          <ParameterSets about={about} />
        </section>
        <ReasonList about={about} reasons={catalog.reasons} />
        <Neighbours row={row} rows={rows} actions={actions} />
      </article>
    </div>
  );
}

/** The discipline as a script that the user can change, if there is one. */
function AsScript({ about, actions }: Pick<Props, 'actions'> & { readonly about: Row['about'] }) {
  const [script, setScript] = useState<ScriptStart>();
  useEffect(() => {
    setScript(undefined);
    // If the script cannot be loaded (offline), the page looks as if there were none.
    return whileWanted(actions.scriptOf(about.id), setScript, () => undefined);
  }, [about, actions]);
  if (script === undefined) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => actions.openScript(script.text)}>
        View as script
      </button>
      <p className="discipline__note body soft">{sameDecisions(script)}</p>
    </>
  );
}

/**
 * How well the published rule is known: the level of confidence, the reason for it, and our decisions where the
 * publication has gaps.
 */
function Known({ row: { about } }: { row: Row }) {
  const known = CONFIDENCES.find(({ id }) => id === about.confidence);
  return (
    <section className="discipline__known quote soft" data-confidence={about.confidence} aria-label="Confidence">
      <p>
        <strong className="strong">
          {known === undefined ? about.confidence : sentence(`${known.name} ${known.meaning}`)}
        </strong>{' '}
        {about.confidence_note}
      </p>
      {about.decisions.length > 0 && (
        <details>
          <summary>Gaps in the sources and our choices ({about.decisions.length})</summary>
          <ol>
            {about.decisions.map((decision) => (
              <li key={decision}>{decision}</li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function Facts({ row: { about, cost } }: { row: Row }) {
  const times = timesYardstick(cost);
  const memory = MEMORIES.find(({ id }) => id === about.memory);
  return (
    <dl className="stack gap-1 body">
      <div className="discipline__fact row row--tight row--spread gap-3">
        <dt className="soft">Year</dt>
        <dd>{about.year}</dd>
      </div>
      <div className="discipline__fact row row--tight row--spread gap-3">
        <dt className="soft">Memory</dt>
        <dd>
          {about.memory}: {memory?.meaning}
        </dd>
      </div>
      <div className="discipline__fact row row--tight row--spread gap-3">
        <dt className="soft">Comparisons per arrival</dt>
        <dd>{cost === undefined ? 'not measured yet' : formatNumber(cost.comparisons, 3)}</dd>
      </div>
      <div className="discipline__fact row row--tight row--spread gap-3">
        <dt className="soft">Time per packet</dt>
        <dd>
          {cost === undefined ? 'not measured yet' : `${formatNumber(cost.ns, 3)}\u00a0ns`}
          {times !== undefined && `, ${formatFixed(times, 1)}\u00a0times CHOKe’s`}
        </dd>
      </div>
    </dl>
  );
}

interface QuantitiesProps {
  readonly title: string;
  readonly meaning?: string;
  readonly quantities: readonly QuantityAbout[];
}

function Quantities({ title, meaning: whole, quantities }: QuantitiesProps) {
  if (quantities.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="heading">{title}</h3>
      {whole !== undefined && <p className="body soft">{whole}</p>}
      <dl className="discipline__quantities body">
        {quantities.map(({ id, symbol, unit, meaning }) => (
          <div key={id}>
            <dt className="mono breakable">{symbol}</dt>
            <dd>
              {meaning}
              {unit !== '' && unit !== '1' && <span className="faint"> [{unit}]</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface ScenesProps {
  readonly row: Row;
  readonly presets: readonly Preset[];
  readonly actions: CatalogueActions;
}

/** The scenes in which the discipline runs. Opening one closes the catalogue. */
function Scenes({ row: { about, appearances }, presets, actions }: ScenesProps) {
  const own = characterScene(about.id, presets);
  if (own === undefined && appearances.length === 0) return null;
  const groups = [
    ...(own === undefined ? [] : [{ id: 'own', title: 'Typical behaviour', presets: [own] }]),
    ...appearances.map(({ document, presets: members }) => ({ ...document, presets: members })),
  ];
  return (
    <section aria-labelledby="discipline-scenes">
      <h3 className="heading" id="discipline-scenes">
        Scenes
      </h3>
      {groups.map(({ id, title, presets: members }) => (
        <section key={id} className="discipline__document" aria-label={title}>
          <h4 className="body soft">{title}</h4>
          <ul>
            {members.map(({ scenario, document, lesson }) => (
              <li key={scenario.id}>
                <button
                  type="button"
                  className="bare body"
                  title={lesson}
                  onClick={() => actions.openScene(scenario.id)}
                >
                  {scenario.title}
                  <span className="small faint">{document.place}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function Neighbours({ row, rows, actions }: Pick<Props, 'row' | 'rows' | 'actions'>) {
  const at = rows.indexOf(row);
  const [before, after] = [rows[at - 1], rows[at + 1]];
  return (
    <nav className="discipline__neighbours row row--tight row--spread gap-3" aria-label="Other disciplines">
      {before !== undefined && (
        <button type="button" className="button" onClick={() => actions.open(before.about.id)}>
          <Icon name="back" />
          {before.about.name}
        </button>
      )}
      {after !== undefined && (
        <button type="button" className="button button--onward push" onClick={() => actions.open(after.about.id)}>
          {after.about.name}
          <Icon name="back" />
        </button>
      )}
    </nav>
  );
}
