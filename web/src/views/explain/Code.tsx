/** The pseudo-code of a discipline: lines that ran are lit, values can be asked for what they are. */

import { type CSSProperties, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Catalog } from '../../engine/catalog';
import { type CodeDisplay, type CodeSegment, verdictGlyph, verdictInk } from './explain-model';

interface Props {
  readonly code: readonly CodeDisplay[];
  /** Lines that some packet has reached. */
  readonly reached: ReadonlySet<number>;
  readonly name: string;
  readonly catalog: Catalog;
}

/** Rules carry many options; lines that no packet of this scene has reached are folded away until one does. */
export function Code({ code, reached, name, catalog }: Props) {
  const [isWhole, setWhole] = useState(false);
  const [asked, setAsked] = useState<string>();
  const scroller = useRef<HTMLDivElement>(null);
  const ids = useId();
  const unreached = code.filter(({ line, didRun }) => !didRun && !reached.has(line)).length;
  const shown = isWhole ? code : code.filter(({ line, didRun }) => didRun || reached.has(line));
  const decidedAt = code.findLastIndex(({ verdict }) => verdict !== undefined);
  useDecidedInSight(scroller, decidedAt);

  const values = shown.flatMap(({ line, segments }) =>
    segments.flatMap((segment) => (segment.kind === 'text' ? [] : [{ place: `${line} ${segment.key}`, segment }])),
  );
  // One stop for the tab key; the arrows go from value to value.
  const stop = values.some(({ place }) => place === asked) ? asked : values[0]?.place;
  const meaning = values.find(({ place }) => place === asked)?.segment.meaning;
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const from = values.findIndex(({ place }) => place === asked);
    const next = step === undefined || from < 0 ? undefined : values[from + step];
    if (step === undefined || from < 0) return;
    // The keys of the page (arrows step the run) do not apply here.
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) return;
    scroller.current?.querySelector<HTMLElement>(`[data-place="${next.place}"]`)?.focus();
  };

  return (
    <section className="explain-code" aria-label={`Pseudo-code of ${name}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the values inside */}
      <div className="explain-lines" ref={scroller} onKeyDown={press}>
        <ol>
          {shown.map(({ line, indent, segments, didRun, verdict }) => (
            <li
              key={line}
              className={didRun ? 'is-lit' : undefined}
              data-line={line}
              data-decided={verdict === undefined ? undefined : ''}
              style={
                {
                  '--indent': indent,
                  '--verdict': verdict && `var(--${verdictInk(verdict, catalog)})`,
                } as CSSProperties
              }
            >
              {verdict !== undefined && (
                <span className="explain-glyph" aria-hidden="true">
                  {verdictGlyph(verdict, catalog)}
                </span>
              )}
              {didRun && <span className="visually-hidden">Ran: </span>}
              {segments.map((segment) => {
                const place = `${line} ${segment.key}`;
                return segment.kind === 'text' ? (
                  <span key={segment.key}>{segment.text}</span>
                ) : (
                  <Value
                    key={segment.key}
                    place={place}
                    segment={segment}
                    isStop={place === stop}
                    meaningId={`${ids}-meaning`}
                    onAsk={setAsked}
                  />
                );
              })}
            </li>
          ))}
        </ol>
        {unreached > 0 && (
          <button type="button" className="explain-more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Fold' : 'Show'} {unreached} {unreached === 1 ? 'line' : 'lines'} not reached in this scene
          </button>
        )}
      </div>
      <p className="explain-meaning" id={`${ids}-meaning`} hidden={meaning === undefined}>
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
  readonly onAsk: (place: string | undefined) => void;
}

function Value({ place, segment, isStop, meaningId, onAsk }: ValueProps) {
  return (
    <button
      type="button"
      className={`code-${segment.kind}`}
      data-place={place}
      tabIndex={isStop ? 0 : -1}
      aria-describedby={meaningId}
      onFocus={() => onAsk(place)}
      onBlur={() => onAsk(undefined)}
      onPointerEnter={() => onAsk(place)}
      onPointerLeave={(event) => {
        if (event.pointerType !== 'touch' && document.activeElement !== event.currentTarget) onAsk(undefined);
      }}
    >
      {segment.text}
    </button>
  );
}

/** Scrolls the code, and nothing else, so that the line on which it was decided stands below those that led there. */
function useDecidedInSight(scroller: React.RefObject<HTMLDivElement | null>, line: number): void {
  useLayoutEffect(() => {
    const box = scroller.current;
    const decided = box?.querySelector<HTMLElement>(`[data-line="${line}"]`);
    if (box === null || decided === null || decided === undefined) return;
    box.scrollTop = decided.offsetTop + 2 * decided.offsetHeight - box.clientHeight;
  }, [scroller, line]);
}
