/**
 * The page: header, scene, the workspace around the stage, and transport. On a phone, the lab's side panels are sheets.
 */

import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { SceneBar } from '../core/headline/SceneBar';
import { askHall, useHall } from '../core/lesson/hall-store';
import { useLesson } from '../core/lesson/lesson-store';
import { Notices } from '../core/notices/Notices';
import type { PartOfPage } from '../core/page/parts-of-page';
import { closeSheet, type Sheet, showFirstMinute, showWorkspace, useView } from '../core/page/view-store';
import { LAB, WATCH } from '../core/page/workspaces';
import { ComparePicker } from '../core/picker/ComparePicker';
import { DisciplineSwitch } from '../core/picker/DisciplineSwitch';
import { PresetPicker } from '../core/picker/PresetPicker';
import { useFileOfPreset, useMarks } from '../core/plots/values-from-elsewhere';
import { focusedLane, type LaneRun, showSameLink } from '../core/run/lanes';
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
import { leaveLesson } from '../features/lesson/open-lesson';
import { addMoment, Playlist } from '../features/playlist/feature';
import { Recording } from '../features/recording/feature';
import { OpenClipScene } from '../features/share/clip/clip-scene';
import { Share } from '../features/share/feature';
import { Icon } from '../ui/Icon';
import { IconButton } from '../ui/IconButton';
import { NARROW, useMedia } from '../ui/use-media';
import {
  Controls,
  DivergenceButton,
  EventsPanel,
  ExplainPanel,
  PartsOfWorkspace,
  PlotsPanel,
  Printed,
  RulerHandles,
  ScrubberInterval,
  SheetButtons,
  Turns,
  WatchPanels,
  WhatIf,
  Why,
} from './AroundTheStage';
import { FirstMinute } from './FirstMinute';
import { Brand, Header } from './Header';
import { Lessons, openLessonOfLab } from './Lessons';
import { HAS_ROOM_TO_PRESENT, Presenter } from './Presenter';
import { State } from './State';
import { useShortcuts } from './shortcuts';
import { useLayoutOfPage } from './use-layout';
import './app.css';
import './hidden-parts.css';
import './media-features.css';
import './narrow.css';
import './workspaces.css';

export function App({ session }: { session: Session }) {
  const lanes = useSyncExternalStore(session.subscribeLanes, () => session.lanes);
  const isBusy = useScene((state) => state.catchingUp !== undefined);
  const layout = useLayoutOfPage();
  const answering = useHall((state) => state.answers);
  const hidden = useView((state) => state.hidden);
  return (
    <div
      className="app"
      aria-busy={isBusy || lanes.length === 0}
      data-layout={layout}
      data-hidden={hidden.join(' ') || undefined}
    >
      <button type="button" className="skip-link" onClick={() => document.getElementById('stage')?.focus()}>
        Skip to the queue
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
  const workspace = useView((state) => state.workspace);
  const home = useView((state) => state.home);
  const tab = TABS.find(({ id }) => id === workspace);
  const hidden = useView((state) => state.hidden);
  const isInterval = useView((state) => state.interval !== undefined);
  const has = (part: PartOfPage): boolean => !hidden.includes(part);
  const ofPreset = useFileOfPreset();
  const marks = useMarks(ofPreset?.file);
  const file = ofPreset?.isChanged === false ? ofPreset.file : undefined;
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
    (): void =>
      void addMoment(session, run, false).then((isAdded) => setIsShowingPlaylist((isOpen) => isOpen || isAdded)),
    [session, run],
  );
  const keepMoment = useCallback((): void => void addMoment(session, run, true), [session, run]);
  const openClipScene = useCallback(
    async () => (await import('../features/share/clip/scene-of-lab')).openClipScene(session, marks),
    [session, marks],
  );
  const sheets = useMemo(
    () => ({ showKeys, toggleComparison, showPlaylist, keepMoment }),
    [showKeys, toggleComparison, showPlaylist, keepMoment],
  );
  useShortcuts(session, sheets);

  const lesson = <Lesson session={session} lanes={lanes} />;
  const layout = useLayoutOfPage();
  const isWatch = layout === WATCH;
  const isLab = layout === LAB;
  /**
   * Where the stage is while the panel of a feature fills the workspace: in a strip below the panel, or beside the
   * panel.
   */
  const place = tab !== undefined && layout === tab.id ? (tab.stage ?? 'strip') : undefined;
  const hasSide = (isLab || hasLesson) && (has('explain') || has('events'));
  const isBeside = !isNarrow && hasSide;
  /** True if the page shows the buttons that open sheets: on a narrow screen, including during a lesson. */
  const hasSheets = isNarrow && (isWatch || isLab || hasLesson) && !isFirstMinute;
  const rules = lanes.length === 1 && (
    <DisciplineSwitch
      disciplines={run.catalog.disciplines}
      inForce={run.about}
      onSwitch={(aqm) => session.switchDiscipline(aqm)}
      onScript={() => showWorkspace('script')}
    />
  );
  const compare = (
    <>
      {!isNarrow && <ComparePicker lanes={lanes} actions={session} isOpen={isComparing} onOpen={setIsComparing} />}
      {lanes.length > 1 && showSameLink(lanes) && <DivergenceButton actions={session} />}
    </>
  );

  const hasScript = useScene(({ scenario }) => scenario?.lanes.some(({ script }) => script !== undefined) === true);
  /** True if a lesson's task and the editor take turns in one area, since a narrow screen has no room for both. */
  const takesTurns = isNarrow && hasLesson && (hasScript || tab?.id === SCRIPT);
  const turn = tab?.id === SCRIPT ? 'editor' : 'task';
  const controls = <Controls lanes={lanes} actions={session} />;
  const events = has('events') && <EventsPanel lanes={lanes} actions={session} />;
  const interval = isInterval && <IntervalPanel lanes={lanes} actions={session} />;
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
          onShare={() => setIsSharing(true)}
          onShowKeys={showKeys}
          onShowPlaylist={showPlaylist}
          onFirstMinute={callFirstMinute}
          onLeaveLesson={leaveLesson}
        />
      )}
      <div className="notices">
        {isFirstMinute ? (
          <Sentence />
        ) : (
          has('headline') &&
          !(hasLesson && isNarrow) && (
            <SceneBar
              lead={lead}
              lanes={lanes}
              actions={session}
              canSave={isLab}
              hasMoral={!hasLesson && !(isNarrow && isWatch)}
              picker={
                <PresetPicker
                  disciplines={run.catalog.disciplines}
                  onOpen={(id) => session.openPreset(id)}
                  onOpenLesson={(id) => openLessonOfLab(session, id)}
                  onFirstMinute={callFirstMinute}
                />
              }
            >
              {(!isWatch || isNarrow) && rules}
              {compare}
            </SceneBar>
          )
        )}
        <Recording session={session} />
        <Notices actions={session} />
      </div>
      {hasLesson && !isNarrow ? (
        <div className="side side--lesson">{lesson}</div>
      ) : (
        (isLab || hasSheets) &&
        has('controls') && (
          <SidePanel sheet="controls" title="Controls" isNarrow={isNarrow}>
            {controls}
          </SidePanel>
        )
      )}
      <main
        className="scrolls scrolls--down main"
        id="stage"
        tabIndex={-1}
        data-stage={place}
        data-turn={takesTurns ? turn : undefined}
        onScroll={isNarrow && isWatch ? followReading : undefined}
      >
        {takesTurns && <Turns turn={turn} onTurn={(next) => showWorkspace(next === 'editor' ? SCRIPT : home)} />}
        <StagePanel
          lanes={lanes}
          actions={session}
          onRuler={(lane, ruler) => has('controls') && <RulerHandles lane={lane} ruler={ruler} actions={session} />}
          isFull={!isWatch}
          isInRows={isWatch}
          beside={
            isWatch &&
            !isNarrow &&
            has('controls') && (
              <WhatIf lanes={lanes} actions={session}>
                {rules}
              </WhatIf>
            )
          }
          underLane={(lane, count) => isLab && has('state') && <State lane={lane} lanes={count} actions={session} />}
        />
        {hasLesson && isNarrow && lesson}
        {!isBeside && interval}
        {isFirstMinute ? (
          <FirstMinute run={run} actions={session} />
        ) : isWatch ? (
          <WatchPanels lanes={lanes} lead={lead} actions={session} marks={marks} has={has} hasMoral={isNarrow} />
        ) : tab !== undefined ? (
          <div className="workspace">
            <PartsOfWorkspace shown={tab.id} />
            <tab.Panel lanes={lanes} actions={session} file={file} />
          </div>
        ) : (
          has('plots') && <PlotsPanel lanes={lanes} actions={session} published={marks} />
        )}
        {place === 'beside' && has('explain') && <Why lanes={lanes} />}
      </main>
      {hasSide && (
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
      {hasSheets && (
        <SheetButtons has={has} hasExplanation={!isWatch}>
          <ComparePicker lanes={lanes} actions={session} isOpen={isComparing} onOpen={setIsComparing} />
        </SheetButtons>
      )}
      {has('transport') && (
        <TransportBar
          lanes={lanes}
          actions={session}
          isFull={!isWatch}
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
                  // Closing the dialog returns the focus to the button that opened it.
                  currentTarget.closest('dialog')?.close();
                  askHall();
                }}
              >
                <Icon name="hall" />
                Ask the audience
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

const SCRIPT = 'script';

/**
 * Shrinks the stage while the user reads on a phone. It grows again only at the top of the text, because growing
 * elsewhere would shift the text.
 */
function followReading({ currentTarget: main }: { currentTarget: HTMLElement }): void {
  const isReading = main.scrollTop > (main.dataset.reading === undefined ? FROM_PX : TO_PX);
  if (isReading) main.dataset.reading = '';
  else delete main.dataset.reading;
}

const FROM_PX = 96;
const TO_PX = 8;

/** Sets the document title to the scene's title, for tabs, bookmarks and the history. */
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

/** A column beside the stage. On a narrow screen it is a bottom sheet, opened by its button. */
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
      data-keep-clear={sheet === 'controls' ? '' : undefined}
      onKeyDown={(event) => {
        if (isNarrow && event.key === 'Escape' && !event.defaultPrevented) close();
      }}
    >
      <div className="row row--tight row--spread side__head">
        <h2 className={isNarrow ? 'dialog__title' : 'visually-hidden'}>{title}</h2>
        {isNarrow && <IconButton icon="close" name="Close" className="button--quiet" onPress={close} />}
      </div>
      {children}
    </aside>
  );
}
