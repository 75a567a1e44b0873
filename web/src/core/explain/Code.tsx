/** The pseudo-code of a discipline. Executed lines are highlighted, and the meaning of a value is shown on demand. */

import {
  type CSSProperties,
  Fragment,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Catalog, DisciplineAbout } from '../border/catalog';
import { outcomeGlyph, outcomeInk } from '../run/outcome';
import { type CodeSegment, roomOf, wordsOf } from './code-line';
import { scrollTo, wholeLines } from './code-window';
import type { CodeDisplay } from './explain-model';

interface Props {
  readonly code: readonly CodeDisplay[];
  /** Serial number of the displayed decision. */
  readonly serial: number;
  readonly about: DisciplineAbout;
  readonly catalog: Catalog;
}

/** The value whose meaning is shown, and the decision that was displayed when the user asked for the meaning. */
interface Asked {
  readonly place: string;
  readonly line: number;
  readonly serial: number;
}

export function Code({ code, serial, about, catalog }: Props) {
  const [asked, setAsked] = useState<Asked>();
  const scroller = useRef<HTMLDivElement>(null);
  const ids = useId();
  const decided = code.findLastIndex(({ outcome }) => outcome !== undefined);
  useWholeLines(scroller, decided < 0 ? code.findLastIndex(({ didRun }) => didRun) : decided, serial);

  const values = code.flatMap(({ line, segments }) =>
    segments.flatMap((segment) => (segment.kind === 'text' ? [] : [{ place: `${line} ${segment.key}`, segment }])),
  );
  // Tab reaches only one of the values; the arrow keys move between them.
  const stop = values.some(({ place }) => place === asked?.place) ? asked?.place : values[0]?.place;
  const meaning = values.find(({ place }) => place === asked?.place)?.segment.meaning;
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const from = values.findIndex(({ place }) => place === asked?.place);
    const next = step === undefined || from < 0 ? undefined : values[from + step];
    if (step === undefined || from < 0) return;
    // While the code has the focus, the arrow keys do not step the run.
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) return;
    scroller.current?.querySelector<HTMLElement>(`[data-place="${next.place}"]`)?.focus();
  };

  return (
    <section className="column mono explain-code" aria-label={`Pseudo-code of ${about.name}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the values inside handle the keys */}
      <div className="scrolls scrolls--down explain-lines" ref={scroller} onKeyDown={press}>
        <ol>
          {code.map(({ line, indent, text, segments, didRun, turn, outcome }) => (
            <li
              key={line}
              className={didRun ? 'is-lit' : turn && 'is-aside'}
              data-line={line}
              data-room={roomOf(text, about.quantities)}
              data-decided={outcome === undefined ? undefined : ''}
              style={
                {
                  '--indent': indent,
                  '--outcome': outcome && `var(--${outcomeInk(outcome, catalog)})`,
                } as CSSProperties
              }
            >
              {outcome !== undefined && (
                <span className="explain-glyph" aria-hidden="true">
                  {outcomeGlyph(outcome, catalog)}
                </span>
              )}
              {/* The elements are new for each packet, so that texts do not slide. A value under the pointer keeps
                  its element. */}
              <span className="explain-words" key={asked?.line === line ? asked.serial : serial}>
                {(didRun || turn) && <span className="visually-hidden">{didRun ? 'Ran: ' : 'Ran before: '}</span>}
                {wordsOf(segments).map((word, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: words are identified only by their position
                  <Fragment key={at}>
                    {at > 0 && ' '}
                    <span className="unbroken explain-word">
                      {word.map((part) => {
                        const place = `${line} ${part.key}`;
                        return part.kind === 'text' ? (
                          part.text
                        ) : (
                          <Value
                            key={part.key}
                            place={place}
                            segment={part}
                            isStop={place === stop}
                            meaningId={`${ids}-meaning`}
                            onAsk={(isAsked) => setAsked(isAsked ? { place, line, serial } : undefined)}
                          />
                        );
                      })}
                    </span>
                  </Fragment>
                ))}
              </span>
            </li>
          ))}
        </ol>
      </div>
      <p className="small clear explain-meaning" id={`${ids}-meaning`} hidden={meaning === undefined}>
        {meaning}
      </p>
    </section>
  );
}

interface ValueProps {
  readonly place: string;
  readonly segment: CodeSegment;
  readonly isStop: boolean;
  readonly meaningId: string;
  readonly onAsk: (isAsked: boolean) => void;
}

function Value({ place, segment, isStop, meaningId, onAsk }: ValueProps) {
  return (
    <button
      type="button"
      className={`bare code-${segment.kind}`}
      data-place={place}
      tabIndex={isStop ? 0 : -1}
      aria-describedby={meaningId}
      onFocus={() => onAsk(true)}
      onBlur={() => onAsk(false)}
      onPointerEnter={() => onAsk(true)}
      onPointerLeave={(event) => {
        if (event.pointerType !== 'touch' && document.activeElement !== event.currentTarget) onAsk(false);
      }}
    >
      {segment.text}
    </button>
  );
}

/**
 * Scrolls the executed line into view without scrolling the page. Only whole lines are visible at any scroll position.
 */
function useWholeLines(scroller: React.RefObject<HTMLDivElement | null>, line: number, serial: number): void {
  const last = useRef(line);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same line may run again after scrolling away
  useLayoutEffect(() => {
    last.current = line;
    if (scroller.current !== null) follow(scroller.current, line);
  }, [scroller, line, serial]);
  useEffect(() => {
    const box = scroller.current;
    const list = box?.firstElementChild;
    if (box === null || list === null || list === undefined) return;
    const clip = (): void => showWholeLines(box);
    const resized = new ResizeObserver(() => follow(box, last.current));
    resized.observe(box);
    resized.observe(list);
    box.addEventListener('scroll', clip, { passive: true });
    return () => {
      resized.disconnect();
      box.removeEventListener('scroll', clip);
    };
  }, [scroller]);
}

function follow(box: HTMLElement, line: number): void {
  if (line >= 0) box.scrollTop = scrollTo(edgesOf(box), box.clientHeight, line, box.scrollTop);
  showWholeLines(box);
}

function showWholeLines(box: HTMLElement): void {
  const list = box.firstElementChild as HTMLElement;
  const { from, to } = wholeLines(edgesOf(box), box.clientHeight, box.scrollTop);
  list.style.clipPath = `inset(${from}px 0 ${Math.max(0, list.offsetHeight - to)}px)`;
}

function edgesOf(box: HTMLElement): number[] {
  const top = box.firstElementChild?.getBoundingClientRect().top ?? 0;
  const lines = [...box.querySelectorAll('li')].map((line) => line.getBoundingClientRect());
  return [...lines.map((line) => line.top - top), (lines.at(-1)?.bottom ?? top) - top];
}
