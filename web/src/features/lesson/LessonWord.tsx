/** A word with the glyph and colour of what it names. Hovering shows its meaning. */

import type { ReactNode } from 'react';
import { GLOSSARY, type TermId } from '../../base/glossary';
import { reasonGlyph, reasonInk } from '../../base/palette';
import type { Inline } from '../../core/lesson/lesson';
import { setHoveredFlow } from '../../core/page/view-store';
import type { LaneRun } from '../../core/run/lanes';
import { isSparse } from '../../core/run/sparse-flows';
import { patternOf } from '../../core/scene/edit';
import { Hint } from '../../ui/Hint';
import { LaneSwatch } from '../../ui/LaneSwatch';
import { Term } from '../../ui/Term';
import { FlowSign } from './FlowSign';

interface Props extends Pick<Extract<Inline, { kind: 'word' }>, 'of' | 'name' | 'text'> {
  readonly lanes: readonly LaneRun[];
}

export function LessonWord({ of, name, text, lanes }: Props): ReactNode {
  const run = lanes[0]?.run;
  switch (of) {
    case 'flow':
      return <FlowWord {...{ name, text, run }} />;
    case 'aqm':
      return <DisciplineWord {...{ name, text, lanes }} />;
    case 'reason': {
      const reason = run?.catalog.reasons.find(({ id }) => id === name);
      if (reason === undefined) return text;
      return (
        <Hint note={`${capital(reason.name)}: ${reason.meaning}`} className="term lesson-word">
          <span className="strong">
            <span style={{ color: `var(--${reasonInk(reason.family)})` }} aria-hidden="true">
              {reasonGlyph(reason.family)}{' '}
            </span>
            {text}
          </span>
        </Hint>
      );
    }
    case 'term': {
      const term = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return isTerm(term) ? <Term of={term}>{text}</Term> : text;
    }
    case 'setting':
      return <SettingWord {...{ name, text, run }} />;
  }
}

type Run = LaneRun['run'] | undefined;

function FlowWord({ name, text, run }: { readonly name: string; readonly text: string; readonly run: Run }) {
  const flows = run?.facts.flows ?? [];
  const row = flows.findIndex(({ number }) => `${number}` === name);
  const isResponsive = row < 0 ? name !== 'udp' : flows[row]?.class !== 'udp';
  const isVictim = row >= 0 && run !== undefined && !isResponsive && isSparse(run.facts, row);
  const ofClass = flows.flatMap((flow, place) => (flow.class === name ? [place] : []));
  const single = row >= 0 ? row : ofClass.length === 1 ? ofClass[0] : undefined;
  return (
    <span
      className="strong unbroken"
      onPointerEnter={() => setHoveredFlow(single)}
      onPointerLeave={() => setHoveredFlow(undefined)}
    >
      <FlowSign isResponsive={isResponsive} row={row < 0 ? undefined : row} isSparse={isVictim} />
      {text}
    </span>
  );
}

/** A discipline's name, in the colour of its lane if it has one. */
function DisciplineWord({ name, text, lanes }: Pick<Props, 'name' | 'text' | 'lanes'>) {
  const about = lanes[0]?.run.catalog.disciplines.find(({ id }) => id === name);
  if (about === undefined) return text;
  const lane = lanes.length > 1 ? lanes.find(({ run }) => run.facts.aqm === name) : undefined;
  return (
    <Hint note={`${about.name} (${about.year}): ${about.idea}`} className="term lesson-word">
      {lane !== undefined && <LaneSwatch lane={lane.index} />}
      <strong>{text}</strong>
    </Hint>
  );
}

function SettingWord({ name, text, run }: { readonly name: string; readonly text: string; readonly run: Run }) {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const pattern = patternOf(name);
  const spec =
    run?.catalog.scene_settings.find(({ path }) => path === pattern) ??
    run?.catalog.disciplines.flatMap(({ params }) => params).find(({ id }) => id === last);
  if (spec === undefined) return text;
  return (
    <Hint note={`${capital(spec.name)}: ${spec.meaning}`} className="term mono">
      {text}
    </Hint>
  );
}

function isTerm(name: string): name is TermId {
  return Object.hasOwn(GLOSSARY, name);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
