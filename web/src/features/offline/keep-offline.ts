/**
 * Stores the whole lab for offline use and checks for newer versions. It starts when the first scene plays, so that it
 * does not slow down that scene's loading.
 */

import { compiledPackage } from '../../core/engine/packages';
import { hallStore } from '../../core/lesson/hall-store';
import { offlineStore } from '../../core/page/offline-store';
import type { SceneActions } from '../../core/scene/scene-store';
import { isHallFragment } from '../../core/session/fragments';
import { FILES_KEPT } from './names';
import { filesKept, setAside } from './precache';

type Actions = Pick<SceneActions, 'holdMoment'>;

/** Time to let the panels around the stage finish loading after the scene opens [ms]. */
const AFTER_THE_PANELS_MS = 2_000;
/** Interval between progress checks [ms]. */
const LOOK_MS = 500;

interface Connection {
  readonly saveData?: boolean;
}

export async function keepOffline(actions: Actions): Promise<void> {
  if (!('serviceWorker' in navigator)) return offlineStore.setState({ kept: { kind: 'impossible' } });
  const kept = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  if (kept?.active) {
    follow(kept, actions);
    // Browsers check for a newer version themselves, but only after the worker has been idle for a long time.
    if (navigator.onLine) kept.update().catch(() => {});
    return;
  }
  const start = (): void => void register(actions);
  if (wantsDataSaved() || isPhoneOfHall()) offlineStore.setState({ kept: { kind: 'unasked' }, keep: start });
  else setTimeout(start, AFTER_THE_PANELS_MS);
}

function wantsDataSaved(): boolean {
  return (navigator as Navigator & { readonly connection?: Connection }).connection?.saveData === true;
}

/** True on a phone in a poll. Many such phones share an access point, and each answers only one question. */
function isPhoneOfHall(): boolean {
  return hallStore.getState().answers !== undefined || isHallFragment(window.location.hash.slice(1));
}

async function register(actions: Actions): Promise<void> {
  offlineStore.setState({ keep: undefined });
  try {
    follow(await navigator.serviceWorker.register('sw.js'), actions);
  } catch {
    // Browsers forbid service workers in private windows and under some settings.
    offlineStore.setState({ kept: { kind: 'impossible' } });
  }
}

/** Watches for updates. An update may already be loading, since the browser checks for one when the page opens. */
function follow(registration: ServiceWorkerRegistration, actions: Actions): void {
  let isOffered = false;
  const offer = (): void => {
    if (isOffered) return;
    isOffered = true;
    offlineStore.setState({ newerWaits: true });
    void import('./show-update').then(({ showUpdate }) => showUpdate(actions, () => takeOver(registration)));
  };
  const followInstalling = (): void => {
    const { installing, active } = registration;
    if (installing === null) return;
    if (active === null) void reportProgress(installing);
    else
      installing.addEventListener('statechange', () => {
        if (installing.state === 'installed') offer();
      });
  };
  if (registration.active !== null) sayKept();
  if (registration.waiting !== null && registration.active !== null) offer();
  followInstalling();
  registration.addEventListener('updatefound', followInstalling);
}

/** Switches this page to the newer version. Pages in other tabs continue with their own files. */
async function takeOver({ waiting }: ServiceWorkerRegistration): Promise<void> {
  const reload = (): void => window.location.reload();
  // No version is waiting, because another tab has already activated it.
  if (waiting === null) return reload();
  await setAside();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage({ type: 'SKIP_WAITING' });
}

/** Reports progress until the worker has stored all files or has failed. */
async function reportProgress(worker: ServiceWorker): Promise<void> {
  const of = await howMany();
  const isUnderWay = (): boolean => worker.state === 'installing';
  while (isUnderWay()) {
    offlineStore.setState({ kept: { kind: 'loading', files: Math.min(await filesKept(), of), of } });
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  if (worker.state === 'redundant') offlineStore.setState({ kept: { kind: 'failed' } });
  else sayKept();
}

function sayKept(): void {
  offlineStore.setState({ kept: { kind: 'whole' } });
  void loadFullWhenIdle();
}

/**
 * Loads the engine's larger package once it is stored on this machine, so that loading uses no network. Lanes opened
 * later use this package.
 */
async function loadFullWhenIdle(): Promise<void> {
  if (isPhoneOfHall()) return;
  const { serviceWorker } = navigator;
  if (serviceWorker.controller === null)
    await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  const load = (): void => void compiledPackage('full').catch(() => {});
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(load);
  else setTimeout(load, AFTER_THE_PANELS_MS);
}

async function howMany(): Promise<number> {
  try {
    return ((await (await fetch(FILES_KEPT)).json()) as readonly string[]).length;
  } catch {
    return 0;
  }
}
