/** The composition root of an embed: one scene in a frame of somebody else's page. It shares its first file with the lab. */

import '../base/base.css';
import { loadArchive, presets } from 'virtual:presets';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { whatIsMissing } from '../app/browser';
import { Fault } from '../app/Fault';
import { applyTheme } from '../base/theme';
import { connectWorker } from '../engine/bridge';
import { type EngineClient, type EngineKind, SceneRefused } from '../engine/client';
import { onFrame, restFrames } from '../run/frame-loop';
import { Session } from '../session/session';
import { sceneStore } from '../store/scene-store';
import { chooseTheme, takeSystemPreferences, viewStore } from '../store/view-store';
import { type Refused, readEmbedOptions } from '../views/share/embed-address';
import { converse } from './conversation';
import { EmbedPage } from './EmbedPage';
import { EmbedRun } from './embed-run';
import { wishOf } from './scene-wish';
import { followSight } from './sight';

const { search, hash } = window.location;
const { options, problems } = readEmbedOptions(search);
followSystem();

/** Of the scene in the frame. It is not written into the frame's address, where it would be an entry in the page's history. */
let fragment = '';
const session = new Session(presets, {
  connect: connectOnWish(),
  readFragment: () => fragment,
  writeFragment: (written) => {
    fragment = written;
  },
  // The lab lies beside the embed.
  addressOf: (scene) => `${new URL('.', window.location.href).href}${scene === '' ? '' : `#${scene}`}`,
  loadArchive,
  onFrame,
  report: (problem) => reportError(problem),
  opensPaused: true,
});
const prefersStillness = viewStore.getState().prefersReducedMotion;
const run = new EmbedRun(session, options.plays && !prefersStillness);
const conversation = converse({
  session,
  run,
  presets,
  open: async (wish) => {
    // Rejects what cannot be opened before anything is lost.
    const wanted =
      wish.kind === 'link' ? wish.fragment : await session.linkOfScene(wish.scenario, wish.preset, wish.view);
    const scene = wanted.slice(wanted.indexOf('#') + 1);
    if (scene !== '') await session.decodeLink(scene);
    fragment = scene;
    session.followAddress();
    // Behind it in the queue: it is open then.
    await session.results();
  },
});
tellBadLinks();
if (problems.length > 0) conversation?.tell({ type: 'refused', problems });

const reason = whatIsMissing();
if (reason === undefined) {
  restFrames(true);
  followSight((isSeen) => {
    restFrames(!isSeen);
    run.see(isSeen);
  });
} else sceneStore.setState({ state: 'lost', notice: { kind: 'unsupported', reason } });

const root = document.getElementById('root');
if (root === null) throw new Error('embed.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Fault onFault={() => run.pause()}>
      <EmbedPage
        session={session}
        options={options}
        problems={problems}
        onHeight={(height_px) => conversation?.tell({ type: 'height', height_px })}
      />
    </Fault>
  </StrictMode>,
);
void loadTypefaces();

/** The first engine tells first which scene is meant; what is wrong with that is said once a scene stands. */
function connectOnWish(): (kind?: EngineKind) => Promise<EngineClient> {
  let isFirst = true;
  return async (kind) => {
    const client = await connectWorker(kind);
    if (!isFirst) return client;
    isFirst = false;
    const refused: Refused[] = [];
    const wish = wishOf(hash.length > 1 ? hash : search, presets, await client.catalog());
    if (wish.kind === 'refused') refused.push(...wish.problems);
    // What is wrong with a link the session says itself.
    else if (wish.kind === 'link') fragment = wish.fragment;
    else
      try {
        const scenes = presets.map(({ scenario }) => scenario);
        fragment = await client.encodeLink(wish.scenario, wish.preset, wish.view);
        await client.decodeLink(fragment, scenes);
      } catch (problem) {
        if (!(problem instanceof SceneRefused)) throw problem;
        fragment = '';
        refused.push(...problem.problems.map(({ path, problem: allowed }) => ({ field: path, value: '', allowed })));
      }
    if (refused.length > 0) void whenOpen().then(() => tellRefused(refused));
    return client;
  };
}

function tellRefused(refused: readonly Refused[]): void {
  const told = refused.map(({ field, value, allowed }) => ({
    path: field,
    problem: value === '' ? allowed : `is ${value}; allowed: ${allowed}`,
  }));
  sceneStore.setState({ notice: { kind: 'bad-link', problems: told } });
}

/** The page around the frame is told as well what could not be opened. */
function tellBadLinks(): void {
  sceneStore.subscribe(({ notice }, { notice: before }) => {
    if (notice === before || notice?.kind !== 'bad-link') return;
    const told = notice.problems.map(({ path, problem }) => ({ field: path, value: '', allowed: problem }));
    conversation?.tell({ type: 'refused', problems: told });
  });
}

/** Resolves once a scene stands. */
function whenOpen(): Promise<void> {
  return new Promise((resolve) => {
    const stop = sceneStore.subscribe(({ state }) => {
      if (state === 'opening') return;
      stop();
      resolve();
    });
  });
}

/** As the address says, else as the system has it; nothing is remembered in the browser. */
function followSystem(): void {
  const light = window.matchMedia('(prefers-color-scheme: light)');
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)');
  const take = (): void => takeSystemPreferences(light.matches, reduced.matches);
  light.addEventListener('change', take);
  reduced.addEventListener('change', take);
  take();
  const wanted = options.theme;
  if (wanted !== undefined) chooseTheme(wanted);
  applyTheme(document.documentElement, viewStore.getState().theme);
  viewStore.subscribe(({ theme }, before) => {
    // A link may bring a theme of its own.
    if (wanted !== undefined && theme !== wanted) chooseTheme(wanted);
    else if (theme !== before.theme) applyTheme(document.documentElement, theme);
  });
}

async function loadTypefaces(): Promise<void> {
  await whenOpen();
  // Without the network the system's faces stay.
  await import('../base/fonts.css').catch(() => {});
}
