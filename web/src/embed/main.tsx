/** The entry point of an embed: one scene in a frame of another page. */

import { noticeOf, notify } from '../core/scene/notices';
import { FEATURES } from '../features';
import '../ui/base.css';
import { loadArchive, presets } from 'virtual:presets';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { whatIsMissing } from '../app/browser';
import { Fault } from '../app/Fault';
import { connectWorker } from '../core/engine/bridge';
import { chooseTheme, takeSystemPreferences, viewStore } from '../core/page/view-store';
import { onFrame, restFrames } from '../core/run/frame-loop';
import { sceneStore } from '../core/scene/scene-store';
import { barInMemory } from '../core/session/address-bar';
import { Session } from '../core/session/session';
import { readEmbedOptions } from '../features/share/embed-address';
import { applyTheme } from '../ui/theme';
import { converse } from './conversation';
import { EmbedPage } from './EmbedPage';
import { EmbedRun } from './embed-run';
import { parseOwnAddress, parseWish } from './parse-wish';
import { followSight } from './sight';

const { search, hash } = window.location;
const { options, problems } = readEmbedOptions(search);
followSystem();

/**
 * The scene's address is kept in memory, since changing the frame's own address would add entries to the outer page's
 * history.
 */
const bar = barInMemory();
const session = new Session(presets, {
  features: FEATURES,
  connect: connectWorker,
  bar,
  // The address of the lab, which is in the same folder as the embed.
  addressOf: (scene) => `${new URL('.', window.location.href).href}${scene === '' ? '' : `#${scene}`}`,
  loadArchive,
  onFrame,
  report: (problem) => reportError(problem),
  opensPaused: true,
  isFramed: true,
  parseFirst: (parser) => parseOwnAddress(hash.length > 1 ? hash : search, parser),
});
const prefersStillness = viewStore.getState().prefersReducedMotion;
const run = new EmbedRun(session, options.plays && !prefersStillness);
const conversation = converse({
  session,
  run,
  open: (wish) => session.open((_, parser) => parseWish(wish, parser)),
});
reportBadLinks();
if (problems.length > 0) conversation?.send({ type: 'refused', problems });

const reason = whatIsMissing();
if (reason === undefined) {
  restFrames(true);
  followSight((isSeen) => {
    restFrames(!isSeen);
    run.see(isSeen);
  });
} else {
  sceneStore.setState({ state: 'lost' });
  notify({ kind: 'unsupported', reason });
}

const root = document.getElementById('root');
if (root === null) throw new Error('embed.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Fault onFault={() => run.pause()}>
      <EmbedPage
        session={session}
        options={options}
        problems={problems}
        onHeight={(height_px) => conversation?.send({ type: 'height', height_px })}
      />
    </Fault>
  </StrictMode>,
);
void loadTypefaces();

/** Links that could not be opened are also reported to the outer page. */
function reportBadLinks(): void {
  sceneStore.subscribe((state, before) => {
    const notice = noticeOf('bad-link', state);
    if (notice === undefined || notice === noticeOf('bad-link', before)) return;
    const fields = notice.problems.map(({ path, problem }) => ({ field: path, value: '', allowed: problem }));
    conversation?.send({ type: 'refused', problems: fields });
  });
}

function whenOpen(): Promise<void> {
  return new Promise((resolve) => {
    const stop = sceneStore.subscribe(({ state }) => {
      if (state === 'opening') return;
      stop();
      resolve();
    });
  });
}

/** Applies the theme from the address, or else the system's. The choice is not stored. */
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
    // A link may set a theme of its own.
    if (wanted !== undefined && theme !== wanted) chooseTheme(wanted);
    else if (theme !== before.theme) applyTheme(document.documentElement, theme);
  });
}

async function loadTypefaces(): Promise<void> {
  await whenOpen();
  // If the fonts cannot be loaded (offline), the page uses system fonts.
  await import('../ui/fonts.css').catch(() => {});
}
