/** The page: header, controls, stage, plots, explanation, transport. On a phone the side panels are sheets. */

import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { askHall, useHall } from '../core/lesson/hall-store';
import { useLesson } from '../core/lesson/lesson-store';
import { Notices } from '../core/notices/Notices';
import type { PartOfPage } from '../core/page/parts-of-page';
import { closeSheet, type Sheet, showFirstMinute, toggleSheet, useView } from '../core/page/view-store';
import { BelowSwitch } from '../core/picker/BelowSwitch';
import { ComparePicker } from '../core/picker/ComparePicker';
import { useFileOfScene, useMarks } from '../core/plots/values-from-elsewhere';
import { focusedLane, type LaneRun } from '../core/run/lanes';
import { useScene } from '../core/scene/scene-store';
import type { Session } from '../core/session/session';
import { StagePanel } from '../core/stage/StagePanel';
import { TransportBar } from '../core/transport/TransportBar';
import { KEYS, TABS } from '../features';
import { Catalogue } from '../features/catalogue/feature';
import { Sentence } from '../features/first-minute/Sentence';
import { Hall, PhonePage } from '../features/hall/feature';
import { IntervalPanel } from '../features/interval/feature';
import { Keys } from '../features/keys/feature';
import { BesideLesson, Lesson } from '../features/lesson/feature';
import { PAPER } from '../features/paper/feature';
import { addMoment, Playlist } from '../features/playlist/feature';
import { Recording } from '../features/recording/feature';
import { OpenClipScene } from '../features/share/clip/clip-scene';
import { Share } from '../features/share/feature';
import { Icon, type IconName } from '../ui/Icon';
import { NARROW, useMedia } from '../ui/use-media';
import { Controls, EventsPanel, ExplainPanel, Headline, PlotsPanel, Printed, ScrubberInterval } from './AroundTheStage';
import { FirstMinute } from './FirstMinute';
import { Brand, Header } from './Header';
import { Lessons } from './Lessons';
import { HAS_ROOM_TO_PRESENT, Presenter } from './Presenter';
import { State } from './State';
import { useShortcuts } from './shortcuts';
import './app.css';
import './hidden-parts.css';
import './media-features.css';
import './narrow.css';

export function App({ session }: { session: Session }) {
  const lanes = useSyncExternalStore(session.subscribeLanes, () => session.lanes);
  const isBusy = useScene((state) => state.catchingUp !== undefined);
  const isFirstMinute = useView((state) => state.isFirstMinute);
  const answering = useHall((state) => state.answers);
  const hasLesson = useLesson((state) => state.lesson !== undefined);
  const hidden = useView((state) => state.hidden);
  return (
    <div
      className="app"
      aria-busy={isBusy || lanes.length === 0}
      data-first-minute={isFirstMinute || undefined}
      data-lesson={hasLesson || undefined}
      data-hidden={hidden.join(' ') || undefined}
    >
      <button type="button" className="skip-link" onClick={() => document.getElementById('stage')?.focus()}>
        Skip to the stage
      </button>
      {lanes.length === 0 ? (
        <Opening session={session} />
      ) : answering !== undefined ? (
        <PhonePage session={session} lanes={lanes} answering={answering} />
      ) : (
        <Lab session={session} lanes={lanes} />
      )}
    </div>
  );
}

function Opening({ session }: { session: Session }) {
  const isHopeless = useScene((state) => state.state === 'lost');
  return (
    <>
      <header className="row row--tight header">
        <Brand />
      </header>
      <Notices actions={session} />
      <main className="soft large opening" id="stage" tabIndex={-1}>
        {!isHopeless && <p>Starting the engine…</p>}
      </main>
    </>
  );
}

function Lab({ session, lanes }: { session: Session; lanes: readonly LaneRun[] }) {
  const [isSharing, setIsSharing] = useState(false);
  const [isComparing, setIsComparing] = useState(false);
  const [isShowingKeys, setIsShowingKeys] = useState(false);
  const isNarrow = useMedia(NARROW);
  const hasRoomToPresent = useMedia(HAS_ROOM_TO_PRESENT);
  const isPresenting = useView((state) => state.isPresenting) && hasRoomToPresent;
  const [isShowingPlaylist, setIsShowingPlaylist] = useState(false);
  const isFirstMinute = useView((state) => state.isFirstMinute);
  const hasLesson = useLesson((state) => state.lesson !== undefined);
  const beside = useLesson((state) => state.beside);
  const below = useView((state) => state.below);
  const tab = TABS.find(({ id }) => id === below);
  const hidden = useView((state) => state.hidden);
  const isInterval = useView((state) => state.interval !== undefined);
  const has = (part: PartOfPage): boolean => !hidden.includes(part);
  const file = useFileOfScene();
  const marks = useMarks(file);
  const isPaperOpen = useView((state) => state.openSheet === 'paper');
  const lead = focusedLane(
    lanes,
    useView((state) => state.focusedLane),
  );
  const { run } = lead;
  const callFirstMinute = useCallback((): void => {
    session.openFirstScene();
    showFirstMinute();
  }, [session]);
  useTitleOfScene();
  const showKeys = useCallback((): void => setIsShowingKeys(true), []);
  const toggleComparison = useCallback((): void => setIsComparing((isOpen) => !isOpen), []);
  const showPlaylist = useCallback((): void => setIsShowingPlaylist(true), []);
  const addToPlaylist = useCallback(
    (): void => void addMoment(session, run).then((isAdded) => setIsShowingPlaylist((isOpen) => isOpen || isAdded)),
    [session, run],
  );
  const openClipScene = useCallback(
    async () => (await import('../features/share/clip/scene-of-lab')).openClipScene(session, marks),
    [session, marks],
  );
  const sheets = useMemo(
    () => ({ showKeys, toggleComparison, showPlaylist, addToPlaylist }),
    [showKeys, toggleComparison, showPlaylist, addToPlaylist],
  );
  useShortcuts(session, sheets);

  const lesson = <Lesson session={session} lanes={lanes} />;
  const controls = <Controls lanes={lanes} actions={session} />;
  const events = has('events') && <EventsPanel lanes={lanes} actions={session} />;
  const interval = isInterval && <IntervalPanel lanes={lanes} actions={session} />;
  const isBeside = !isNarrow && (has('explain') || has('events'));
  const overIt = (
    <>
      {isShowingKeys && (
        <Keys ofFeatures={KEYS} onClose={() => setIsShowingKeys(false)} onFirstMinute={callFirstMinute} />
      )}
      {isShowingPlaylist && <Playlist session={session} run={run} onClose={() => setIsShowingPlaylist(false)} />}
      <Catalogue session={session} />
      <Lessons session={session} />
      <Hall session={session} lanes={lanes} />
    </>
  );
  if (isPresenting)
    return (
      <>
        <div className="notices">
          <Recording session={session} />
          <Notices actions={session} />
        </div>
        <Presenter
          {...{ session, lanes, file, marks }}
          onShowKeys={showKeys}
          onShowPlaylist={() => setIsShowingPlaylist(true)}
        />
        {overIt}
      </>
    );
  return (
    <>
      {has('header') && (
        <Header
          session={session}
          lanes={lanes}
          isComparing={isComparing}
          onComparing={setIsComparing}
          onFirstMinute={callFirstMinute}
          onShare={() => setIsSharing(true)}
        />
      )}
      <div className="notices">
        {isFirstMinute ? (
          <Sentence />
        ) : hasLesson || !has('headline') ? null : (
          // Its room is kept until it is there.
          <div className="headline-place">
            <Headline lane={lead} lanes={lanes} actions={session} onFirstMinute={callFirstMinute} />
          </div>
        )}
        <Recording session={session} />
        <Notices actions={session} />
      </div>
      {hasLesson && !isNarrow ? (
        <div className="side side--lesson">{lesson}</div>
      ) : (
        !isFirstMinute &&
        has('controls') && (
          <SidePanel sheet="controls" title="Controls" isNarrow={isNarrow}>
            {controls}
          </SidePanel>
        )
      )}
      <main className="scrolls scrolls--down main" id="stage" tabIndex={-1}>
        <StagePanel
          lanes={lanes}
          actions={session}
          underLane={(lane, count) => has('state') && <State lane={lane} lanes={count} actions={session} />}
        />
        {hasLesson && isNarrow && lesson}
        {isNarrow && !isFirstMinute && has('plots') && (
          <div className="below-switch">
            <BelowSwitch tabs={TABS} without="paper" />
          </div>
        )}
        {!isBeside && interval}
        {isFirstMinute ? (
          <FirstMinute run={run} actions={session} />
        ) : !has('plots') ? null : tab !== undefined && !(isNarrow && tab.id === 'paper') ? (
          <tab.Panel lanes={lanes} actions={session} file={file} />
        ) : (
          <PlotsPanel lanes={lanes} actions={session} published={marks} />
        )}
      </main>
      {!isFirstMinute && (has('explain') || has('events')) && (
        <SidePanel sheet="explain" title="Explanation" isNarrow={isNarrow}>
          {isBeside && interval}
          {hasLesson && !isNarrow && <BesideLesson />}
          {hasLesson && !isNarrow && beside === 'controls' ? (
            controls
          ) : has('explain') ? (
            <ExplainPanel lanes={lanes}>{events}</ExplainPanel>
          ) : (
            events
          )}
        </SidePanel>
      )}
      {isNarrow && (
        <SidePanel sheet="paper" title="Paper" isNarrow={isNarrow}>
          {isPaperOpen && PAPER.tab !== undefined && <PAPER.tab.Panel lanes={lanes} actions={session} file={file} />}
        </SidePanel>
      )}
      {isNarrow && (
        <SheetButtons has={has}>
          <ComparePicker lanes={lanes} actions={session} isOpen={isComparing} onOpen={setIsComparing} />
        </SheetButtons>
      )}
      {has('transport') && (
        <TransportBar
          lanes={lanes}
          actions={session}
          onShowKeys={showKeys}
          onScrubber={(run) => <ScrubberInterval run={run} />}
        />
      )}
      {isSharing && (
        <OpenClipScene value={openClipScene}>
          <Share lanes={lanes} actions={session} onClose={() => setIsSharing(false)}>
            <p className="share__playlist row line-above">
              <button type="button" className="button" onClick={addToPlaylist}>
                <Icon name="plus" />
                Add this moment to the playlist
              </button>
              <button type="button" className="button" onClick={showPlaylist}>
                Open the playlist
              </button>
              <button
                type="button"
                className="button"
                onClick={({ currentTarget }) => {
                  // By its own close, the focus goes back to the button that opened it.
                  currentTarget.closest('dialog')?.close();
                  askHall();
                }}
              >
                <Icon name="hall" />
                Show to the hall
              </button>
            </p>
          </Share>
        </OpenClipScene>
      )}
      {overIt}
      <Printed run={run} />
    </>
  );
}

/** Which scene it is stands in the list of tabs, in bookmarks and in the history. */
function useTitleOfScene(): void {
  const title = useScene((state) => state.preset?.scenario.title ?? state.scenario?.title);
  useEffect(() => {
    document.title = title === undefined ? 'Chokepoint' : `${title} – Chokepoint`;
  }, [title]);
}

interface SidePanelProps {
  sheet: Sheet;
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
      className={`scrolls scrolls--down side side--${sheet}`}
      aria-label={title}
      hidden={isNarrow && !isOpen}
      tabIndex={isNarrow ? -1 : undefined}
      onKeyDown={(event) => {
        if (isNarrow && event.key === 'Escape' && !event.defaultPrevented) close();
      }}
    >
      <div className="row row--tight row--spread side__head">
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

function SheetButtons({ has, children }: { has: (part: PartOfPage) => boolean; children: ReactNode }) {
  const openSheet = useView((state) => state.openSheet);
  const button = (sheet: Sheet, icon: IconName, name: string) => (
    <button
      type="button"
      id={`open-${sheet}`}
      className="button"
      title={name}
      aria-expanded={openSheet === sheet}
      aria-controls={sheet}
      onClick={() => toggleSheet(sheet)}
    >
      <Icon name={icon} />
      <span className="word">{name}</span>
    </button>
  );
  return (
    <div className="sheet-buttons">
      {has('controls') && button('controls', 'sliders', 'Controls')}
      {children}
      {(has('explain') || has('events')) && button('explain', 'explain', 'Explain')}
      {has('plots') && button('paper', 'paper', 'Paper')}
    </div>
  );
}
