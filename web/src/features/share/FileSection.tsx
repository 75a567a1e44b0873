/** The scene as a file: saved, opened, bundled with its results, and compared with a new run. */

import { useEffect, useId, useState } from 'react';
import { problemText } from '../../base/problem-text';
import { hasScript, type Scenario } from '../../core/border/scenario';
import { bundleText } from '../../core/save/bundle';
import { handOver } from '../../core/save/hand-over';
import { bundleOf, sceneFileName, sceneText } from '../../core/save/scene-file';
import { type SettingProblem, useScene } from '../../core/scene/scene-store';
import { Icon } from '../../ui/Icon';
import { OpenFileButton } from '../../ui/OpenFileButton';
import { ProblemList } from '../../ui/ProblemList';
import { RunProgress } from './RunProgress';
import type { ShareSectionProps } from './section';
import { useResults } from './use-results';
import { useSceneLink } from './use-scene-link';
import { VerifyBundle } from './VerifyBundle';
import './file-section.css';

const JSON_TYPE = 'application/json';

export function FileSection({ lanes, actions }: ShareSectionProps) {
  const scenario = useScene((state) => state.scenario);
  // A saved file opens the scene at time 0. So the link in the file does not contain the page's simulated time.
  const { link } = useSceneLink(false, actions);
  const { ran, start, stop } = useResults(scenario, actions);
  const [wantsBundle, setWantsBundle] = useState(false);
  const [said, setSaid] = useState('');
  const catalog = lanes[0]?.run.catalog;

  useEffect(() => {
    if (!wantsBundle || ran.phase !== 'done' || scenario === undefined || catalog === undefined) return;
    setWantsBundle(false);
    const { engine_version: engine, numbers } = catalog;
    void bundleOf(scenario, { link, engine, numbers, results: ran.results }).then((bundle) => {
      const name = sceneFileName(scenario, 'bundle');
      handOver(name, new Blob([bundleText(bundle)], { type: JSON_TYPE }));
      setSaid(`Saved as ${name}. Check it with chokepoint verify ${name}, or open it here.`);
    });
  }, [wantsBundle, ran, scenario, catalog, link]);

  if (scenario === undefined) return null;
  const saveScene = (): void => {
    const name = sceneFileName(scenario, 'scene');
    handOver(name, new Blob([sceneText(scenario)], { type: JSON_TYPE }));
    setSaid(`Saved as ${name}. It runs with chokepoint run ${name}.`);
  };
  return (
    <div className="stack gap-4">
      <section className="share-file__part stack">
        <h3 className="body strong">The scene</h3>
        <p>
          Settings, seed and every change during the run, as text. The page opens it, and the command line runs it with
          the same results.
        </p>
        <div className="row row--end">
          <button type="button" className="button" onClick={saveScene}>
            <Icon name="save" />
            Save the scene (.json)
          </button>
          <OpenFile
            onOpen={(file) => {
              setSaid('');
              return actions.openFile(file, file.name);
            }}
          />
        </div>
        <p className="small">You can also drop a file on the page. Presets, bundles and playlists open too.</p>
      </section>
      <section className="share-file__part stack">
        <h3 className="body strong">The scene with its results</h3>
        <p>
          For supplementary material: a bundle holds the scene, the results of all its lanes and their hash, so that
          anyone can run it again and check every number.
        </p>
        <div className="row row--end">
          <button
            type="button"
            className="button"
            aria-disabled={ran.phase === 'running'}
            onClick={() => {
              setWantsBundle(true);
              if (ran.phase !== 'running') start();
            }}
          >
            <Icon name="save" />
            Save scene and results
          </button>
        </div>
        <RunProgress
          ran={ran}
          onStop={() => {
            setWantsBundle(false);
            stop();
          }}
        />
        <VerifyBundle catalog={catalog} actions={actions} />
      </section>
      <OneFile link={link} scenario={scenario} onSay={setSaid} />
      <p className="occasional" role="status">
        {said}
      </p>
    </div>
  );
}

interface OneFileProps {
  readonly link: string;
  readonly scenario: Scenario;
  readonly onSay: (said: string) => void;
}

/** A button that saves the lab with this scene as one file. */
function OneFile({ link, scenario, onSay }: OneFileProps) {
  const [isSaving, setIsSaving] = useState(false);
  const isImpossible = hasScript(scenario);
  const save = async (): Promise<void> => {
    setIsSaving(true);
    try {
      const { saveOneFile } = await import('../../core/save/one-file');
      await saveOneFile(link.slice(link.indexOf('#') + 1), sceneFileName(scenario, 'page'));
      onSay(`Saved as ${sceneFileName(scenario, 'page')}. Any browser opens it, even without a network.`);
    } catch (problem) {
      onSay(`The file could not be made: ${problemText(problem)}`);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <section className="share-file__part stack">
      <h3 className="body strong">The lab with the scene, in one file</h3>
      <p>
        An HTML file with the engine and the scene inside, for archives, exams and slides: it needs no network and no
        server.
        {isImpossible && ' It lacks the engine that reads scripts, so share this scene as a link or a file.'}
      </p>
      <div className="row row--end">
        <button
          type="button"
          className="button"
          aria-disabled={isSaving || isImpossible || link === ''}
          onClick={() => !isSaving && !isImpossible && link !== '' && void save()}
        >
          <Icon name="save" />
          Save as one HTML file
        </button>
      </div>
    </section>
  );
}

/** A file picker, with the reason why the chosen file could not be opened. */
function OpenFile({ onOpen }: { readonly onOpen: (file: File) => Promise<readonly SettingProblem[]> }) {
  const [refused, setRefused] = useState<{ readonly name: string; readonly problems: readonly SettingProblem[] }>();
  const problemsId = useId();
  const open = async (file: File, dialog: HTMLDialogElement | null): Promise<void> => {
    setRefused(undefined);
    const problems = await onOpen(file).catch((problem: unknown) => [
      { path: 'file', problem: `could not be opened: ${problemText(problem)}` },
    ]);
    if (problems.length > 0) setRefused({ name: file.name, problems });
    // A bundle stays in the dialog, where its results can be checked. A scene opens on the page, and the dialog closes.
    else if (!file.name.endsWith('.bundle.json')) dialog?.close();
  };
  return (
    <>
      <OpenFileButton
        accept={`.json,${JSON_TYPE},.chokerec`}
        problemsId={problemsId}
        onOpen={(file, field) => void open(file, field.closest('dialog'))}
      >
        Open a file…
      </OpenFileButton>
      <div id={problemsId} className="share-file__problems" role="alert">
        {refused !== undefined && (
          <div className="problems">
            <strong className="wrong">{refused.name} could not be opened; the scene on the page stays as it is.</strong>
            <ProblemList className="share__list" problems={refused.problems} />
          </div>
        )}
      </div>
    </>
  );
}
