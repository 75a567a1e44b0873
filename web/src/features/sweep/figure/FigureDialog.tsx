/** A figure for a paper: the choices, the figure at its printed size, and its files. The engine draws it. */

import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { problemText } from '../../../base/problem-text';
import { type SceneProblem, SceneRefused } from '../../../core/border/client';
import {
  FIGURE_CHOICES,
  FIGURE_MM,
  type FigureAxis,
  type FigureInterval,
  type FigureLegend,
  type FigurePalette,
  type PlotTexts,
} from '../../../core/experiment/plot.gen';
import type { SweepDefinition } from '../../../core/experiment/sweep';
import { handOver } from '../../../core/save/hand-over';
import { fileName, sceneName } from '../../../core/save/provenance-of-scene';
import { Dialog } from '../../../ui/Dialog';
import { ProblemList } from '../../../ui/ProblemList';
import { Segments } from '../../../ui/Segments';
import { NumberEntry } from '../NumberEntry';
import { useCalm } from '../pictures/use-calm';
import type { SweepForm, SweepLook } from '../sweep-form';
import type { SweepRows } from '../sweep-rows';
import { FigureDrawer } from './figure-drawer';
import {
  axisOptions,
  canBeLogarithmic,
  dividedFigure,
  drawnFigure,
  type Figure,
  figureFile,
  figureOf,
  INTERVALS,
  KINDS,
  LEGENDS,
  logarithmic,
  metricOptions,
  type Option,
  PALETTES,
  typedFields,
  withField,
  withKind,
} from './figure-form';
import './figure.css';

export interface FigureDialogProps {
  readonly rows: SweepRows;
  /** Increases when rows arrive. */
  readonly version: number;
  /** The form from which the rows were computed. */
  readonly form: SweepForm;
  readonly definition: SweepDefinition;
  /** What the sweep's picture on the page shows. The dialog begins with the same quantity. */
  readonly look: SweepLook;
  readonly settingName: (path: string) => string;
  readonly laneName: (lane: number) => string;
  readonly onClose: () => void;
}

/** Delay between a change and the redrawn figure [ms]. */
const REST_MS = 120;
/** Shortest time between two figures while rows arrive [ms]. */
const CALM_MS = 1000;
const MILLIMETRES = { factor: 1, name: 'mm' };
const WIDTHS: readonly Option[] = [
  { id: 'column', name: `one column, ${FIGURE_MM.column} mm` },
  { id: 'page', name: `a page, ${FIGURE_MM.page} mm` },
  { id: 'other', name: 'another' },
];

type Drawn = PlotTexts | { readonly problems: readonly SceneProblem[] };

export function FigureDialog({
  rows,
  version,
  form,
  definition,
  look,
  settingName,
  laneName,
  onClose,
}: FigureDialogProps) {
  const { facts } = rows;
  const [figure, setFigure] = useState(() => figureOf(look, facts));
  const [typedText, setTypedText] = useState('');
  const typed = useMemo(() => typedFields(typedText), [typedText]);
  const drawn = useFigure(definition, rows, useCalm(version, CALM_MS), figure, typed);
  const [said, setSaid] = useState('');
  const set = <Field extends keyof Figure & string>(field: Field, value: Figure[Field]): void =>
    setFigure(withField(figure, field, value));

  const choose = (given: Figure): void => {
    const divided = dividedFigure(given);
    setFigure(divided.figure);
    setTypedText(divided.typed);
  };
  const axes = axisOptions(facts, settingName);
  const kinds = FIGURE_CHOICES.kind.values.filter((kind) => kind !== 'differences' || facts.lanes.length > 1);
  const log = logarithmic(figure, facts);
  const texts = drawn !== undefined && 'svg' in drawn ? drawn : undefined;
  const save = (ending: keyof typeof MEANINGS, type: string, content: BlobPart): void => {
    const name = `${fileName(sceneName(), 'figure')}.${ending}`;
    handOver(name, new Blob([content], { type }));
    const missing = ending === 'pdf' ? (texts?.missing_in_pdf ?? '') : '';
    setSaid(`Saved as ${name}.${missing === '' ? '' : ` Its typeface lacks ${missing}, shown as ?.`}`);
  };
  return (
    <Dialog title="Figure for a paper" className="figure-dialog" onClose={onClose}>
      <div className="figure-dialog__body">
        <div className="stack body figure-dialog__form">
          <FiguresOfFile figures={form.figures ?? {}} onChoose={choose} />
          <Segments
            label="Kind of figure"
            choices={kinds.map((id) => ({ id, name: KINDS[id] }))}
            chosen={figure.kind ?? 'curves'}
            onChoose={(kind) => setFigure(withKind(figure, kind, facts))}
          />
          <Choice
            label="Horizontal"
            options={[AUTOMATIC, ...axes]}
            value={figure.x ?? ''}
            onChoose={(id) => set('x', id || undefined)}
          />
          <Choice
            label="Vertical"
            options={metricOptions(facts, form)}
            value={figure.y ?? facts.metrics[0]?.id ?? ''}
            onChoose={(id) => set('y', id)}
          />
          {figure.kind === 'differences' && (
            <Choice
              label="Differences from"
              options={facts.lanes.map((id, lane) => ({ id, name: laneName(lane) }))}
              value={figure.against ?? ''}
              onChoose={(id) => set('against', id)}
            />
          )}
          <Choice
            label="A panel for each"
            options={[AUTOMATIC, ...axes]}
            value={figure.facet ?? ''}
            onChoose={(id) => set('facet', id || undefined)}
          />
          <fieldset className="row figure-dialog__row">
            <legend className="soft">Logarithmic</legend>
            {(['x', 'y'] as const).map((axis) => (
              <label key={axis} className="row row--tight gap-1">
                <input
                  type="checkbox"
                  disabled={!canBeLogarithmic(figure, axis)}
                  checked={log.includes(axis)}
                  onChange={({ target }) => set('log', toggled(log, axis, target.checked))}
                />
                {axis === 'x' ? 'horizontal' : 'vertical'}
              </label>
            ))}
          </fieldset>
          {figure.kind !== 'box' && (
            <Choice
              label="Shown"
              options={optionsOf(FIGURE_CHOICES.interval.values, INTERVALS).filter(
                ({ id }) => id !== 'quartiles' || figure.kind !== 'differences',
              )}
              value={figure.interval ?? FIGURE_CHOICES.interval.values[0]}
              onChoose={(id) => set('interval', id as FigureInterval)}
            />
          )}
          <Width width_mm={figure.width_mm ?? FIGURE_MM.column} onChange={(width) => set('width_mm', width)} />
          <Choice
            label="Colours"
            options={optionsOf(FIGURE_CHOICES.palette.values, PALETTES)}
            value={figure.palette ?? FIGURE_CHOICES.palette.values[0]}
            onChoose={(id) => set('palette', id as FigurePalette)}
          />
          <Choice
            label="Names"
            options={optionsOf(FIGURE_CHOICES.legend.values, LEGENDS)}
            value={figure.legend ?? FIGURE_CHOICES.legend.values[0]}
            onChoose={(id) => set('legend', id as FigureLegend)}
          />
          <MoreFields text={typedText} problem={typeof typed === 'string' ? typed : undefined} onType={setTypedText} />
        </div>
        <div className="stack body figure-dialog__result">
          <Preview drawn={drawn} />
          <div className="row">
            {(
              [
                ['SVG', 'svg', 'image/svg+xml', texts?.svg],
                ['PDF', 'pdf', 'application/pdf', texts && bytesOf(texts.pdf)],
                ['LaTeX', 'tex', 'application/x-tex', texts?.tikz],
                ['Figure file', 'json', 'application/json', definitionText(texts, figure, typed)],
              ] as const
            ).map(([name, ending, type, content]) => (
              <button
                key={name}
                type="button"
                className="button"
                title={MEANINGS[ending]}
                disabled={content === undefined}
                onClick={() => content !== undefined && save(ending, type, content)}
              >
                {name}
              </button>
            ))}
          </div>
          <p className="soft kept-line" role="status">
            {said}
          </p>
        </div>
      </div>
    </Dialog>
  );
}

const AUTOMATIC: Option = { id: '', name: 'automatic' };
const MEANINGS = {
  pdf: 'Save as PDF, with its typeface',
  svg: 'Save as SVG, in points and millimetres',
  tex: 'Save for LaTeX: TikZ in the class standalone',
  json: 'Save these choices: chokepoint plot --figure draws the same figure',
} as const;

/**
 * The figure of the runs so far. Until a new figure is drawn, the previous one is returned; before the first,
 * undefined.
 */
function useFigure(
  definition: SweepDefinition,
  rows: SweepRows,
  version: number,
  figure: Figure,
  typed: Figure | string,
): Drawn | undefined {
  const [drawer, setDrawer] = useState<FigureDrawer>();
  const [drawn, setDrawn] = useState<Drawn>();
  const text = JSON.stringify(definition);
  useEffect(() => {
    const made = new FigureDrawer(JSON.parse(text), rows);
    setDrawer(made);
    return () => made.close();
  }, [text, rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes when new rows arrive.
  useEffect(() => {
    if (drawer === undefined || typeof typed === 'string') return undefined;
    let isWanted = true;
    const timer = setTimeout(() => {
      drawer.draw(drawnFigure(figure, typed)).then(
        (texts) => isWanted && setDrawn(texts),
        (problem: unknown) => {
          if (isWanted) setDrawn({ problems: problemsOf(problem) });
        },
      );
    }, REST_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [drawer, version, figure, typed]);
  return drawn;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function problemsOf(problem: unknown): readonly SceneProblem[] {
  if (problem instanceof SceneRefused) return problem.problems;
  return [{ path: 'figure', problem: `could not be drawn: ${problemText(problem)}` }];
}

function definitionText(texts: PlotTexts | undefined, figure: Figure, typed: Figure | string): string | undefined {
  return texts === undefined || typeof typed === 'string' ? undefined : figureFile(drawnFigure(figure, typed));
}

function optionsOf<Id extends string>(ids: readonly Id[], names: Readonly<Record<Id, string>>): readonly Option[] {
  return ids.map((id) => ({ id, name: names[id] }));
}

function toggled(axes: readonly FigureAxis[], axis: FigureAxis, isOn: boolean): readonly FigureAxis[] {
  const others = axes.filter((one) => one !== axis);
  return isOn ? [...others, axis].sort() : others;
}

/** The figure on white paper with its caption, or the reasons why it cannot be drawn. */
function Preview({ drawn }: { readonly drawn: Drawn | undefined }) {
  const svg = drawn !== undefined && 'svg' in drawn ? drawn.svg : undefined;
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (svg === undefined) return undefined;
    const made = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  if (drawn === undefined) return <p className="soft figure-dialog__paper">Drawing…</p>;
  if ('problems' in drawn) return <ProblemList className="problems" role="alert" problems={drawn.problems} />;
  const [title = '', ...rest] = drawn.caption.split('\n');
  return (
    <figure className="stack">
      <div className="figure-dialog__paper">{address !== undefined && <img src={address} alt={title} />}</div>
      <figcaption className="soft small breakable">
        <span className="clear">{title}</span> {rest.join(' ')}
      </figcaption>
    </figure>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChoose: (id: string) => void;
  /** A field beside the list. */
  readonly children?: ReactNode;
}

function Choice({ label, options, value, onChoose, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="row figure-dialog__row">
      <label htmlFor={id} className="soft">
        {label}
      </label>
      <select id={id} className="field select grow" value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
      {children}
    </div>
  );
}

function Width({ width_mm, onChange }: { readonly width_mm: number; readonly onChange: (width_mm: number) => void }) {
  const [isOther, setOther] = useState(false);
  const known = width_mm === FIGURE_MM.column ? 'column' : width_mm === FIGURE_MM.page ? 'page' : 'other';
  const shown = isOther ? 'other' : known;
  return (
    <Choice
      label="Width"
      options={WIDTHS}
      value={shown}
      onChoose={(id) => {
        setOther(id === 'other');
        if (id === 'column' || id === 'page') onChange(FIGURE_MM[id]);
      }}
    >
      {shown === 'other' && (
        <NumberEntry
          label="Width in millimetres"
          isLabelHidden={true}
          value={width_mm}
          isWhole={false}
          scale={MILLIMETRES}
          min={FIGURE_MM.least}
          max={FIGURE_MM.most}
          onChange={onChange}
        />
      )}
    </Choice>
  );
}

interface FiguresOfFileProps {
  readonly figures: Readonly<Record<string, Figure>>;
  readonly onChoose: (figure: Figure) => void;
}

/**
 * A choice among the figures that the opened sweep file defines. The other fields can then change the chosen figure.
 */
function FiguresOfFile({ figures, onChoose }: FiguresOfFileProps) {
  const [chosen, setChosen] = useState('');
  const names = Object.keys(figures);
  if (names.length === 0) return null;
  return (
    <Choice
      label="Figure of the file"
      options={[{ id: '', name: 'none' }, ...names.map((name) => ({ id: name, name }))]}
      value={chosen}
      onChoose={(name) => {
        setChosen(name);
        const figure = figures[name];
        if (figure !== undefined) onChoose(figure);
      }}
    />
  );
}

interface MoreFieldsProps {
  readonly text: string;
  readonly problem: string | undefined;
  readonly onType: (text: string) => void;
}

/** The remaining fields of a figure file. */
function MoreFields({ text, problem, onType }: MoreFieldsProps) {
  const id = useId();
  return (
    <details>
      <summary className="soft">More fields</summary>
      <label htmlFor={id} className="soft small">
        As in a figure file, for example {'{"by": ["lane"], "only": {"limit": [100]}, "y_range": [0, 1]}'}
      </label>
      <textarea
        id={id}
        className="field field--code"
        rows={3}
        spellCheck={false}
        value={text}
        aria-invalid={problem !== undefined}
        onChange={({ target }) => onType(target.value)}
      />
      {problem !== undefined && (
        <p className="wrong small breakable" role="alert">
          The text {problem}
        </p>
      )}
    </details>
  );
}
