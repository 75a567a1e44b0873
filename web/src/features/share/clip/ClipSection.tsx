/**
 * A clip of stage and plots for slides, from one simulated time to another. It is made frame by frame, so it does not
 * depend on the speed of the machine.
 */

import { useContext, useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatWait } from '../../../base/format';
import { problemText } from '../../../base/problem-text';
import { whileWanted } from '../../../base/while-wanted';
import { viewStore } from '../../../core/page/view-store';
import type { Provenance } from '../../../core/save/provenance';
import { provenanceFields } from '../../../core/save/provenance-fields';
import { fileName, provenanceOfScene } from '../../../core/save/provenance-of-scene';
import { sceneStore } from '../../../core/scene/scene-store';
import type { ShareSectionProps } from '../section';
import { ClipForm } from './ClipForm';
import { ClipResult, type MadeClip } from './ClipResult';
import { bytesInWords, type ClipChoices, firstChoices, requestOf } from './clip-choices';
import { type ClipFormat, type ClipTags, formatsHere, noFormatWords } from './clip-format';
import { type ClipPlan, clipProblems, estimatedBytes, planOf } from './clip-plan';
import { type ClipLook, type ClipScene, OpenClipScene } from './clip-scene';
import { makeClip } from './make-clip';
import './clip.css';

/** Pause after typing before the first frame is repainted [ms]. */
const REST_MS = 350;
/** Time between two progress reports [ms]. Before the first report the remaining time is unknown. */
const UPDATE_EVERY_MS = 500;

type Stage = 'choosing' | 'making' | 'made';

export function ClipSection({ lanes, actions }: ShareSectionProps) {
  const openScene = useContext(OpenClipScene);
  const [scene, setScene] = useState<ClipScene>();
  const [provenance, setProvenance] = useState<Provenance>();
  const [problem, setProblem] = useState('');

  useEffect(() => {
    if (openScene === undefined) return undefined;
    let isWanted = true;
    let opened: ClipScene | undefined;
    const failed = (reason: unknown): void => {
      if (isWanted) setProblem(`A clip cannot be made: ${problemText(reason)}.`);
    };
    openScene().then((it) => {
      if (!isWanted) return it.close();
      opened = it;
      setScene(it);
    }, failed);
    return () => {
      isWanted = false;
      opened?.close();
    };
  }, [openScene]);

  // The link opens the scene from its start. A link with the page's simulated time would make clips of the same scene
  // differ.
  useEffect(() => {
    const title = lanes[0]?.run.facts.scenario.title ?? '';
    const linkOf = (): Promise<string> => actions.linkOf(false).catch(() => '');
    return whileWanted(provenanceOfScene(title, lanes, { linkOf }), ({ until_s: _, ...all }) => setProvenance(all));
  }, [lanes, actions]);

  if (problem !== '') return <p role="alert">{problem}</p>;
  if (scene === undefined || provenance === undefined) return <p className="clip__waiting">Getting ready…</p>;
  const duration_s = lanes[0]?.run.facts.scenario.duration_s ?? 0;
  const now_s = lanes[0]?.run.latest.scalars.now_s ?? 0;
  return <Studio {...{ scene, provenance, duration_s, now_s }} />;
}

interface StudioProps {
  readonly scene: ClipScene;
  readonly provenance: Provenance;
  readonly duration_s: number;
  readonly now_s: number;
}

function Studio({ scene, provenance, duration_s, now_s }: StudioProps) {
  const [choices, setChoices] = useState<ClipChoices>(() => {
    const { pace } = sceneStore.getState();
    const { theme } = viewStore.getState();
    const plots = scene.plots.map(({ id }) => id);
    return firstChoices({ now_s, duration_s, pace, theme }, plots);
  });
  const [formats, setFormats] = useState<readonly ClipFormat[]>();
  /** The reason why video cannot be made. Empty if it can. */
  const [noFormat, setNoFormat] = useState('');
  const [stage, setStage] = useState<Stage>('choosing');
  const [made, setMade] = useState<MadeClip>();
  const [said, setSaid] = useState('');
  const [failure, setFailure] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLProgressElement>(null);
  const status = useRef<HTMLSpanElement>(null);
  const work = useWork();
  const id = useId();

  const format = formats?.find((one) => one.id === choices.format) ?? formats?.[0];
  const request = requestOf(choices);
  const problems = clipProblems(request, duration_s);
  const plan = problems.length === 0 ? planOf(request) : undefined;
  const { theme, hasStage } = choices;
  const plots = choices.plots.join();
  const look = useMemo(
    (): ClipLook => ({ theme, hasStage, plots: plots === '' ? [] : plots.split(','), provenance }),
    [theme, hasStage, plots, provenance],
  );
  // The plan as text, so that effects can compare it across renders: every render makes a new object.
  const planKey = plan === undefined ? undefined : JSON.stringify(plan);

  useEffect(() => {
    const { canvas } = scene;
    canvas.className = 'clip__picture';
    canvas.setAttribute('role', 'img');
    frame.current?.append(canvas);
  }, [scene]);

  const { size, fps } = request;
  useEffect(
    () =>
      whileWanted(
        formatsHere({ size, fps }),
        (here) => {
          setFormats(here);
          setNoFormat(here.length === 0 ? noFormatWords({ size, fps }) : '');
        },
        (reason) => setNoFormat(`A clip cannot be made: ${problemText(reason)}.`),
      ),
    [size, fps],
  );

  // Paints the first frame when the user stops typing.
  useEffect(() => {
    if (planKey === undefined || stage !== 'choosing') return undefined;
    const first = JSON.parse(planKey) as ClipPlan;
    const cancel = new AbortController();
    const timer = setTimeout(() => {
      void work(async () => {
        const { signal } = cancel;
        if (signal.aborted) return;
        try {
          const onUnderWay = (at_s: number): void => {
            if (status.current !== null) status.current.textContent = wayTo(at_s, first);
          };
          await scene.begin(first, look, { signal, onUnderWay });
          if (signal.aborted) return;
          await scene.paint(0, signal);
          scene.canvas.setAttribute('aria-label', `The first frame of the clip, at ${first.from_s} s`);
          if (status.current !== null) status.current.textContent = 'The first frame.';
        } catch (reason) {
          if (!signal.aborted) setFailure(`The first frame could not be painted: ${problemText(reason)}.`);
        }
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  }, [planKey, look, stage, scene, work]);

  // The pressed button disappears when the stage changes. The focus then moves to the first button of the new stage.
  const next = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with the stage
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement instanceof HTMLDialogElement)
      next.current?.querySelector('button')?.focus();
  }, [stage]);

  const making = useRef<AbortController>(undefined);
  useEffect(() => () => making.current?.abort(), []);

  const make = async (): Promise<void> => {
    if (plan === undefined || format === undefined) return;
    const cancel = new AbortController();
    making.current = cancel;
    const { signal } = cancel;
    setStage('making');
    setFailure('');
    setSaid('');
    const progress = progressOf(plan, bar, status);
    try {
      const tags = tagsOf(provenance, plan);
      const blob = await work(async () => {
        const file = await format.open(plan, tags);
        return makeClip(scene, plan, look, file, { signal, ...progress });
      });
      if (signal.aborted || blob === undefined) {
        setSaid('Cancelled: nothing was saved.');
        setStage('choosing');
        return;
      }
      const stretch = `${plan.from_s} to ${plan.until_s} s`;
      const name = `${fileName(scene.name, ...provenance.lanes, stretch)}.${format.id}`;
      setMade({ blob, name, plan });
      setSaid('The clip is ready.');
      setStage('made');
    } catch (reason) {
      setFailure(`The clip could not be made: ${problemText(reason)}.`);
      setStage('choosing');
    }
  };

  return (
    <section className="clip" aria-labelledby={`${id}-title`}>
      <h3 className="visually-hidden" id={`${id}-title`}>
        A clip
      </h3>
      <p className="share__text soft">
        A video for slides, rendered frame by frame, so it is equally smooth on any machine. The run on the page waits
        while this is open.
      </p>
      <div ref={frame} className="clip__frame" data-size={choices.size} hidden={stage === 'made'} />
      {stage === 'made' && made !== undefined && <ClipResult made={made} />}
      {stage !== 'made' && (
        <p className="clip__status soft">
          <span ref={status} />
        </p>
      )}
      {stage === 'choosing' && (
        <ClipForm
          {...{ choices, problems, duration_s }}
          formats={formats ?? []}
          format={format}
          plots={scene.plots}
          onChange={setChoices}
        />
      )}
      {stage === 'making' && (
        <progress ref={bar} className="clip__bar" aria-label="Frames of the clip" max={1} value={0} />
      )}
      {failure !== '' && <p role="alert">{failure}</p>}
      {stage === 'choosing' && noFormat !== '' && <p role="alert">{noFormat}</p>}
      <div className="clip__actions row row--spread" ref={next}>
        <p className="soft breakable" role="status">
          {said === '' && plan !== undefined && stage === 'choosing' ? sizeOf(plan) : said}
        </p>
        {stage === 'choosing' && (
          <button
            type="button"
            className="button button--accent"
            disabled={plan === undefined || format === undefined}
            onClick={() => void make()}
          >
            Make the clip
          </button>
        )}
        {stage === 'making' && (
          <button type="button" className="button" onClick={() => making.current?.abort()}>
            Cancel
          </button>
        )}
        {stage === 'made' && (
          <button
            type="button"
            className="button"
            onClick={() => {
              setMade(undefined);
              setSaid('');
              setStage('choosing');
            }}
          >
            Make another
          </button>
        )}
      </div>
    </section>
  );
}

/** Queues jobs, since a scene can do only one at a time. */
function useWork(): <Result>(job: () => Promise<Result>) => Promise<Result> {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const [work] = useState(() => <Result,>(job: () => Promise<Result>): Promise<Result> => {
    const done = last.current.then(job);
    last.current = done.catch(() => undefined);
    return done;
  });
  return work;
}

interface Written<Element> {
  readonly current: Element | null;
}

/** Writes the progress without React, since frames come many times a second. */
function progressOf(plan: ClipPlan, bar: Written<HTMLProgressElement>, status: Written<HTMLSpanElement>) {
  const say = (text: string): void => {
    if (status.current !== null) status.current.textContent = text;
  };
  let began_ms: number | undefined;
  let updated_ms = performance.now();
  return {
    onUnderWay: (at_s: number): void => say(wayTo(at_s, plan)),
    onFrame: (done: number): void => {
      const now_ms = performance.now();
      began_ms ??= now_ms;
      if (bar.current !== null) bar.current.value = done / plan.frames;
      if (now_ms - updated_ms < UPDATE_EVERY_MS) return;
      updated_ms = now_ms;
      const left_s = ((now_ms - began_ms) / 1000 / Math.max(1, done - 1)) * (plan.frames - done);
      say(`Frame ${done} of ${plan.frames}; about ${formatWait(left_s)} left.`);
    },
  };
}

function wayTo(at_s: number, { from_s }: ClipPlan): string {
  return `Simulating up to the start of the clip: ${Math.min(at_s, from_s).toFixed(1)} of ${from_s}\u00a0s.`;
}

/** A text such as "120 frames, 4 s, about 1.2 MB." */
function sizeOf(plan: ClipPlan): string {
  const frames = `${plan.frames.toLocaleString('en')} ${plan.frames === 1 ? 'frame' : 'frames'}`;
  const about = `about ${bytesInWords(estimatedBytes(plan))}`;
  return `${frames}, ${Number(plan.duration_s.toFixed(2))}\u00a0s, ${about}.`;
}

function tagsOf(provenance: Provenance, { from_s, until_s, pace, fps }: ClipPlan): ClipTags {
  const fields = [
    ...provenanceFields(provenance),
    ['from_s', from_s],
    ['until_s', until_s],
    ['pace', pace],
    ['fps', fps],
  ];
  return { title: provenance.title, comment: fields.map(([name, value]) => `${name}: ${value}`).join('\n') };
}
