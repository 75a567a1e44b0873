/** The page: header, controls, stage, plots, explanation, transport. On a phone the side panels are sheets. */

import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Icon } from '../base/Icon';
import { NARROW, useMedia } from '../base/use-media';
import type { RunBuffer } from '../run/run-buffer';
import { useRun } from '../run/use-run';
import { useScene } from '../store/scene-store';
import { closeSheet, toggleSheet, useView } from '../store/view-store';
import { ControlsPanel } from '../views/controls/ControlsPanel';
import { ExplainPanel } from '../views/explain/ExplainPanel';
import { Notices } from '../views/notices/Notices';
import { DisciplineSwitch } from '../views/picker/DisciplineSwitch';
import { PresetPicker } from '../views/picker/PresetPicker';
import { ThemeSwitch } from '../views/picker/ThemeSwitch';
import { PlotsPanel } from '../views/plots/PlotsPanel';
import { ShareDialog } from '../views/share/ShareDialog';
import { StagePanel } from '../views/stage/StagePanel';
import { KeySheet } from '../views/transport/KeySheet';
import { TransportBar } from '../views/transport/TransportBar';
import { Logo } from './Logo';
import type { Session } from './session';
import { useShortcuts } from './shortcuts';
import './app.css';

export function App({ session }: { session: Session }) {
  const run = useSyncExternalStore(session.subscribeRun, () => session.run);
  const isBusy = useScene((state) => state.isCatchingUp);
  return (
    <div className="app" aria-busy={isBusy || run === undefined}>
      <button type="button" className="skip-link" onClick={() => document.getElementById('stage')?.focus()}>
        Skip to the stage
      </button>
      {run === undefined ? <Opening session={session} /> : <Lab session={session} run={run} />}
    </div>
  );
}

function Opening({ session }: { session: Session }) {
  const isHopeless = useScene((state) => state.state === 'lost');
  return (
    <>
      <header className="header">
        <Brand />
      </header>
      <Notices actions={session} />
      <main className="opening" id="stage" tabIndex={-1}>
        {!isHopeless && <p>Starting the engine…</p>}
      </main>
    </>
  );
}

function Lab({ session, run }: { session: Session; run: RunBuffer }) {
  const [isSharing, setIsSharing] = useState(false);
  const share = useRef<HTMLDialogElement>(null);
  const keys = useRef<HTMLDialogElement>(null);
  const isNarrow = useMedia(NARROW);
  const showKeys = (): void => keys.current?.showModal();
  useShortcuts(session, showKeys);

  return (
    <>
      <Header
        session={session}
        run={run}
        onShare={() => {
          setIsSharing(true);
          share.current?.showModal();
        }}
      />
      <div className="notices">
        <Notices actions={session} />
      </div>
      <SidePanel sheet="controls" title="Controls" isNarrow={isNarrow}>
        <ControlsPanel run={run} actions={session} />
      </SidePanel>
      <main className="main" id="stage" tabIndex={-1}>
        <StagePanel run={run} />
        <PlotsPanel run={run} />
      </main>
      <SidePanel sheet="explain" title="Explanation" isNarrow={isNarrow}>
        <ExplainPanel run={run} />
      </SidePanel>
      {isNarrow && <SheetButtons />}
      <TransportBar run={run} actions={session} onShowKeys={showKeys} />
      <ShareDialog dialog={share} run={run} isOpen={isSharing} actions={session} onClose={() => setIsSharing(false)} />
      <KeySheet dialog={keys} />
    </>
  );
}

function Header({ session, run, onShare }: { session: Session; run: RunBuffer; onShare: () => void }) {
  useRun(run);
  return (
    <header className="header">
      <Brand />
      <PresetPicker onOpen={(id) => session.openPreset(id)} />
      <DisciplineSwitch
        disciplines={run.catalog.disciplines}
        inForce={run.about.id}
        onSwitch={(aqm) => session.switchDiscipline(aqm)}
      />
      <span className="header__space" />
      <ThemeSwitch />
      <button type="button" className="button button--accent header__share" onClick={onShare}>
        <Icon name="share" />
        <span>Share</span>
      </button>
    </header>
  );
}

function Brand() {
  return (
    <h1 className="brand">
      <Logo />
      <span className="brand__name">Chokepoint</span>
    </h1>
  );
}

interface SidePanelProps {
  sheet: 'controls' | 'explain';
  title: string;
  isNarrow: boolean;
  children: ReactNode;
}

/** A column beside the stage; on a narrow screen a sheet from below, opened by its button. */
function SidePanel({ sheet, title, isNarrow, children }: SidePanelProps) {
  const isOpen = useView((state) => state.openSheet === sheet);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNarrow && isOpen) panel.current?.focus();
  }, [isNarrow, isOpen]);

  const close = (): void => {
    closeSheet();
    document.getElementById(`open-${sheet}`)?.focus();
  };
  return (
    <aside
      ref={panel}
      id={sheet}
      className={`side side--${sheet}`}
      aria-label={title}
      hidden={isNarrow && !isOpen}
      tabIndex={isNarrow ? -1 : undefined}
      onKeyDown={(event) => {
        if (isNarrow && event.key === 'Escape' && !event.defaultPrevented) close();
      }}
    >
      <div className="side__head">
        <h2 className={isNarrow ? 'dialog__title' : 'visually-hidden'}>{title}</h2>
        {isNarrow && (
          <button type="button" className="button button--icon button--quiet" onClick={close}>
            <Icon name="close" />
            <span className="visually-hidden">Close</span>
          </button>
        )}
      </div>
      {children}
    </aside>
  );
}

function SheetButtons() {
  const openSheet = useView((state) => state.openSheet);
  const button = (sheet: 'controls' | 'explain', icon: 'sliders' | 'explain', name: string) => (
    <button
      type="button"
      id={`open-${sheet}`}
      className="button"
      aria-expanded={openSheet === sheet}
      aria-controls={sheet}
      onClick={() => toggleSheet(sheet)}
    >
      <Icon name={icon} />
      {name}
    </button>
  );
  return (
    <div className="sheet-buttons">
      {button('controls', 'sliders', 'Controls')}
      {button('explain', 'explain', 'Explain')}
    </div>
  );
}
