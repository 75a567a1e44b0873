/** The editor for one lane: its text, its commands, the executed lines, and its problems. */

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { ScriptFacts, ScriptStop } from '../../core/border/script';
import { followGauges } from '../../core/run/gauge-trail';
import type { LaneRun } from '../../core/run/lanes';
import { outcomeInk } from '../../core/run/outcome';
import { useRun } from '../../core/run/use-run';
import { useShownDecision } from '../../core/run/use-shown-decision';
import { isPlaying, type SceneActions, useScene } from '../../core/scene/scene-store';
import { editScriptOf, type ScriptActions, setBreakpoints, useScript } from '../../core/scene/script-store';
import { lineToStopAt } from './breakpoint-lines';
import { CheckLine } from './CheckLine';
import { FunctionsList } from './FunctionsList';
import { namesToWrite } from './functions-list';
import type { MarkedLine } from './line-marks';
import { litLines } from './lit-lines';
import { ScriptEditor } from './ScriptEditor';
import { ScriptFoot } from './ScriptFoot';
import { ScriptToolbar } from './ScriptToolbar';
import { StartAnew } from './StartAnew';
import { readScriptFile, saveScript } from './script-file';
import type { Help, Known } from './script-help';
import { scriptOf } from './script-lane';
import type { ScriptView } from './script-view';
import { TranslatedScript } from './TranslatedScript';
import { useCheck } from './use-check';
import { useScriptTexts } from './use-script-texts';
import { useScriptWriter } from './use-script-writer';

interface Props {
  readonly lane: LaneRun;
  readonly actions: ScriptActions & Pick<SceneActions, 'seek'>;
}

/** The sheet that covers the editor, if one is open. */
type Over = 'start' | 'translated' | 'functions';

export function ScriptWorkbench({ lane, actions }: Props) {
  const { run, index, name } = lane;
  useRun(run);
  const running = scriptOf(run) ?? '';
  const { texts } = useScriptTexts(actions);
  const view = useRef<ScriptView | null>(null);
  const [help, setHelp] = useState<Help>();
  const [over, setOver] = useState<Over>();
  const toggleOver = (what: Over) => setOver((before) => (before === what ? undefined : what));
  const close = useCallback(() => setOver(undefined), []);
  const [trouble, setTrouble] = useState<string>();
  useEffect(() => {
    editScriptOf(index);
    followGauges(run);
  }, [index, run]);
  const box = useRef<HTMLDivElement>(null);
  useComingInSight(box);

  const { state, described, onText } = useScriptWriter(view, index, running, actions);
  const { script: declared, stopped: stop } = run.facts;
  const facts = declared ?? (described?.text === running ? described.facts : undefined);
  const problem = state.kind === 'wrong' ? state.problem : undefined;
  const check = useCheck(actions);

  useLitLines(view, lane, facts, running, state.kind, stop?.silent_s === undefined ? stop : undefined);
  useEffect(() => view.current?.diagnose(problem), [problem]);
  // Breakpoints can also be set outside the editor, for example in the explanation. The editor then shows them, too.
  const breakpoints = useScript((script) => script.breakpoints);
  useEffect(() => {
    if (view.current !== null && view.current.text === running) view.current.stopAt(breakpoints);
  }, [breakpoints, running]);

  const isRight = state.kind === 'runs';
  const known = (): Known => ({ texts, facts: declared ?? described?.facts });
  const toggle = (line: number): void => {
    const editor = view.current;
    if (editor === null) return;
    const place = isRight && facts !== undefined ? lineToStopAt(line, facts.lines) : line;
    if (place === undefined) return;
    const before = editor.breakpoints;
    const after = before.includes(place)
      ? before.filter((one) => one !== place)
      : [...before, place].sort((a, b) => a - b);
    editor.stopAt(after);
    // Breakpoints in a text that does not run yet take effect once it runs.
    if (isRight) setBreakpoints(after);
  };
  const replace = useCallback((text: string): void => {
    setTrouble(undefined);
    view.current?.show(text);
  }, []);
  const open = async (file: File): Promise<void> => {
    const read = await readScriptFile(file, file.name);
    if ('problem' in read) setTrouble(read.problem);
    else replace(read.text);
  };

  return (
    <div className="script-workbench column grow box" ref={box}>
      <ScriptToolbar
        lane={index}
        name={name}
        about={facts?.about}
        isRight={isRight}
        isChecking={check.isRunning}
        onStart={() => toggleOver('start')}
        isStarting={over === 'start'}
        onTranslate={() => toggleOver('translated')}
        isTranslating={over === 'translated'}
        onList={() => toggleOver('functions')}
        isListing={over === 'functions'}
        onCheck={() => void check.begin(view.current?.text ?? '')}
        onStopCheck={check.stop}
        onFormat={() => view.current?.format()}
        onOpen={(file) => void open(file)}
        onSave={() => saveScript(view.current?.text ?? '')}
      />
      <CheckLine check={check} onOpen={(scene, at_s) => void actions.openBrokenScene(scene, at_s)} />
      <div className="script-workbench__text">
        <ScriptEditor
          view={view}
          text={running}
          label={`Script of lane ${index + 1}`}
          known={known}
          onText={(text) => {
            check.forget();
            setTrouble(undefined);
            onText(text);
          }}
          onHelp={setHelp}
          onToggle={toggle}
          onBreakpoints={() => {}}
        />
        {over === 'start' && texts !== undefined && (
          <StartAnew
            starts={texts.starts}
            text={view.current?.text ?? ''}
            onStart={(text) => {
              close();
              replace(text);
            }}
            onClose={close}
          />
        )}
        {over === 'functions' && (
          <FunctionsList
            groups={namesToWrite(view.current?.text ?? '', known())}
            onInsert={(chosen) => {
              view.current?.insert(chosen);
              close();
            }}
            onClose={close}
          />
        )}
        {over === 'translated' && (
          <TranslatedScript
            text={view.current?.text ?? ''}
            actions={actions}
            onGoTo={(line, column) => {
              close();
              view.current?.goTo(line, column);
            }}
            onClose={close}
          />
        )}
      </div>
      <ScriptFoot
        {...{ state, stop, help, trouble }}
        isTaken={described === undefined || described.text === running}
        onGoTo={(line, column) => view.current?.goTo(line, column)}
        onSeek={(at_s) => actions.seek(at_s)}
      />
    </div>
  );
}

/** Scrolls the editor into view once it has loaded: it is below the queues, which may fill the screen. */
function useComingInSight(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    box.current?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'instant' : 'smooth' });
  }, [box]);
}

/**
 * Marks the line at which the script stopped. If the lane runs this text, also marks the lines of the explained
 * decision.
 */
function useLitLines(
  view: RefObject<ScriptView | null>,
  { run }: LaneRun,
  facts: ScriptFacts | undefined,
  running: string,
  kind: string,
  stop: ScriptStop | undefined,
): void {
  const { decision } = useShownDecision(
    run,
    useScene((scene) => scene.isHalfway),
    isPlaying,
  );
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    if (facts === undefined || kind !== 'runs' || editor.text !== running) return editor.mark([]);
    const lit = litLines(decision, facts, running, run);
    const lines: MarkedLine[] = lit
      .filter(({ line }) => line !== stop?.line)
      .map(({ line, outcome, words }) => ({ line, words, ink: outcome && outcomeInk(outcome, run.catalog) }));
    const values = stop?.values.slice(0, 4).map(([name, value]) => `${name} = ${value}`) ?? [];
    editor.mark(stop === undefined ? lines : [...lines, { line: stop.line, isStop: true, words: values }]);
    // The text does not scroll while the user types or while decisions follow in quick succession.
    const decided = stop?.line ?? lit.findLast(({ outcome }) => outcome !== undefined)?.line ?? lit.at(-1)?.line;
    if (decided !== undefined && !editor.hasFocus && !isPlaying()) editor.reveal(decided);
  }, [view, run, facts, running, kind, stop, decision]);
}
