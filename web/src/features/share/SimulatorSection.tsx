/** Exports the scene for another simulator. Shows the choice of simulator, what is lost, and the text to save. */

import { useEffect, useId, useRef, useState } from 'react';
import { problemText } from '../../base/problem-text';
import { whileWanted } from '../../base/while-wanted';
import { SceneRefused } from '../../core/border/client';
import type { Target } from '../../core/border/messages';
import type { Scenario } from '../../core/border/scenario';
import { type ExportedScene, exportScene } from '../../core/save/export-scene';
import { handOver } from '../../core/save/hand-over';
import { type SettingProblem, useScene } from '../../core/scene/scene-store';
import { copyText } from '../../ui/copy-text';
import { Icon } from '../../ui/Icon';
import { laneOptions } from '../../ui/lane-options';
import { ProblemList } from '../../ui/ProblemList';
import { Select } from '../../ui/Select';
import type { ShareSectionProps } from './section';
import './simulator-section.css';

const TARGETS: readonly { readonly id: Target; readonly name: string; readonly what: string }[] = [
  {
    id: 'ns-2',
    name: 'ns-2',
    what: 'A script for ns-2.35, with the start times that this seed draws. Run it with ns FILE.',
  },
  {
    id: 'ns-3',
    name: 'ns-3',
    what: 'A program in C++ for ns-3.37, with the start times that this seed draws. The comment at its top explains how to compile it.',
  },
  {
    id: 'tc',
    name: 'Linux (tc)',
    what: 'A shell script of ip, tc and iperf3 commands, which builds the network in its own namespaces. Run it as root.',
  },
];

function nameOf(target: Target): string {
  return TARGETS.find(({ id }) => id === target)?.name ?? target;
}

/** The scene's export for a simulator. */
type Made =
  | { readonly kind: 'exported'; readonly scene: ExportedScene }
  | { readonly kind: 'refused'; readonly problems: readonly SettingProblem[] }
  | { readonly kind: 'failed'; readonly why: string };

export function SimulatorSection({ lanes }: ShareSectionProps) {
  const scenario = useScene((state) => state.scenario);
  const [chosen, setChosen] = useState<Target>();
  const [lane, setLane] = useState(lanes[0]?.index ?? 0);
  const made = useExport(chosen, scenario, lane);
  // Until the user chooses a simulator: the first one that can express the scene.
  const target = chosen ?? made?.target;
  const ids = useId();
  const about = TARGETS.find(({ id }) => id === target);
  return (
    <div className="stack gap-3">
      <p className="soft">
        Export this scene to another simulator, to check it or to continue there. The file has everything that the
        simulator can express; comments name the rest.
      </p>
      <div className="simulators__choices row row--end">
        <fieldset className="simulators__targets row">
          <legend className="strong">For</legend>
          {TARGETS.map(({ id, name }) => (
            <label key={id} className="share__tick row row--tight">
              <input type="radio" name={`${ids}-target`} checked={id === target} onChange={() => setChosen(id)} />
              {name}
            </label>
          ))}
        </fieldset>
        {lanes.length > 1 && (
          <label className="labelled labelled--short">
            Lane
            <Select className="field" options={laneOptions(lanes)} chosen={lane} onChoose={setLane} />
          </label>
        )}
      </div>
      <p className="soft">{about?.what}</p>
      {/* The previous export is shown until the next one arrives, so that nothing moves. */}
      {made !== undefined && <Outcome {...made} />}
    </div>
  );
}

interface MadeFor {
  readonly target: Target;
  readonly made: Made;
}

/**
 * The export for the chosen simulator. Before the user chooses, the export for the first simulator that can express the
 * scene. A response to an earlier choice is ignored.
 */
function useExport(chosen: Target | undefined, scenario: Scenario | undefined, lane: number): MadeFor | undefined {
  const [made, setMade] = useState<MadeFor>();
  useEffect(() => {
    if (scenario === undefined) return;
    return whileWanted(firstOf(chosen === undefined ? TARGETS.map(({ id }) => id) : [chosen], scenario, lane), setMade);
  }, [chosen, scenario, lane]);
  return made;
}

/** The export for the first simulator that can express the scene. If none can, the refusal of the first simulator. */
async function firstOf(targets: readonly Target[], scenario: Scenario, lane: number): Promise<MadeFor | undefined> {
  let first: MadeFor | undefined;
  for (const target of targets) {
    const made = { target, made: await make(target, scenario, lane) };
    if (made.made.kind === 'exported') return made;
    first ??= made;
  }
  return first;
}

async function make(target: Target, scenario: Scenario, lane: number): Promise<Made> {
  try {
    return { kind: 'exported', scene: await exportScene(target, scenario, lane) };
  } catch (problem) {
    if (problem instanceof SceneRefused) return { kind: 'refused', problems: problem.problems };
    return { kind: 'failed', why: problemText(problem) };
  }
}

function Outcome({ target, made }: MadeFor) {
  switch (made.kind) {
    case 'exported':
      return <Exported scene={made.scene} />;
    case 'refused':
      return (
        <div className="problems" role="alert">
          <strong className="wrong">This scene cannot be written for {nameOf(target)}.</strong>
          <ProblemList problems={made.problems} />
        </div>
      );
    case 'failed':
      return (
        <div className="problems" role="alert">
          <strong className="wrong">The export to other simulators could not be loaded.</strong>
          <p>{made.why}. To try again, choose another simulator and then this one.</p>
        </div>
      );
  }
}

function Exported({ scene }: { readonly scene: ExportedScene }) {
  const { text, losses, file_name } = scene;
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [said, setSaid] = useState<{ readonly of: ExportedScene; readonly words: string }>();
  const say = (words: string): void => setSaid({ of: scene, words });
  const save = (): void => {
    handOver(file_name, new Blob([text], { type: 'text/plain' }));
    say(`Saved as ${file_name}.`);
  };
  return (
    <>
      <section className="simulators__losses" aria-label="What is lost">
        <h3 className="large">
          {losses.length === 0
            ? 'Nothing is lost'
            : `Lost or approximated: ${losses.length} ${losses.length === 1 ? 'point' : 'points'}`}
        </h3>
        {losses.length === 0 ? (
          <p>The file expresses everything in this scene.</p>
        ) : (
          <ul className="share__list bulleted breakable">
            {losses.map((loss) => (
              <li key={loss}>
                <Loss words={loss} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className="simulators__actions row">
        <label className="strong breakable" htmlFor={id}>
          {file_name}
        </label>
        <p className="grow soft" role="status">
          {said?.of === scene ? said.words : ''}
        </p>
        <button type="button" className="button" onClick={() => void copyText(text, field.current).then(say)}>
          Copy
        </button>
        <button type="button" className="button button--accent" onClick={save}>
          <Icon name="save" />
          Save the file
        </button>
      </div>
      <textarea
        ref={field}
        id={id}
        className="field field--code simulators__text"
        readOnly
        spellCheck={false}
        wrap="off"
        rows={12}
        value={text}
      />
    </>
  );
}

/** What an export loses, with the setting's path as code. */
function Loss({ words }: { readonly words: string }) {
  const [, path, rest] = /^([\w.*-]+)(.*)$/s.exec(words) ?? [];
  return path === undefined || rest === undefined ? (
    words
  ) : (
    <>
      <code>{path}</code>
      {rest}
    </>
  );
}
