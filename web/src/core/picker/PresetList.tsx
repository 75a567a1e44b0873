/** The scenes to choose from, with a search; loaded when somebody opens the list. */

import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { DisciplineAbout } from '../border/catalog';
import type { Preset } from '../border/scenario';
import { useScene } from '../scene/scene-store';
import { LessonGroup } from './LessonGroup';
import { foundPresets, isLesson } from './preset-search';
import type * as SearchIndex from './search-index';

export interface PresetListProps {
  readonly current: Preset | undefined;
  readonly disciplines: readonly DisciplineAbout[];
  readonly onOpen: (id: string) => void;
  readonly onOpenLesson: (id: string) => void;
  readonly onShowLessons: () => void;
  /** Calls the explanation of the first scene back. */
  readonly onFirstMinute: () => void;
}

/** Typing searches, the arrows walk through what was found, Enter opens. */
export function PresetList({
  current,
  disciplines,
  onOpen,
  onOpenLesson,
  onShowLessons,
  onFirstMinute,
}: PresetListProps) {
  const presets = useScene((state) => state.presets);
  const [query, setQuery] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const index = useSearchIndex();
  const groups = useMemo(
    () => foundPresets(presets, query, index?.moreWords(disciplines), index?.similar),
    [presets, query, index, disciplines],
  );
  // Enter opens what stands first: a scene, unless a lesson is asked for.
  const areLessonsFirst = query.trim() === '' || /\b(lesson|course|exercise)/i.test(query);
  const lessons = <LessonGroup query={query} onOpen={onOpenLesson} />;
  const count = groups.reduce((sum, group) => sum + group.presets.length, 0);

  useEffect(() => {
    const scenes = root.current;
    const chosen = scenes?.querySelector<HTMLElement>('[aria-current="true"]') ?? undefined;
    chosen?.scrollIntoView({ block: 'center' });
    // On a touch screen a focused field would bring up the keyboard over the list.
    if (window.matchMedia('(pointer: coarse)').matches) chosen?.focus({ preventScroll: true });
    else field.current?.focus();
  }, []);

  const walk = (event: KeyboardEvent): void => {
    const scenes = [...(root.current?.querySelectorAll<HTMLElement>('.picker__scene') ?? [])];
    const place = scenes.indexOf(document.activeElement as HTMLElement);
    const isInField = document.activeElement === field.current;
    if (event.key === 'Enter' && isInField) scenes[0]?.click();
    else if (event.key === 'ArrowDown') scenes[Math.min(place + 1, scenes.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (scenes[place - 1] ?? field.current)?.focus();
    else if (event.key === 'Home' && !isInField) scenes[0]?.focus();
    else if (event.key === 'End' && !isInField) scenes.at(-1)?.focus();
    else if (/^\S$/.test(event.key) && !isInField && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // A letter goes to the search, and is no shortcut of the page.
      field.current?.focus();
      event.stopPropagation();
      return;
    } else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows walk from the field into the list and back.
    <div className="picker__found" ref={root} onKeyDown={walk}>
      <div className="row row--tight gap-3 picker__search">
        <input
          ref={field}
          type="search"
          className="field grow picker__field"
          aria-label="Search the scenes"
          placeholder="Search papers, disciplines, lessons"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <button type="button" className="button fixed" onClick={onFirstMinute}>
          New here?
        </button>
        <button type="button" className="button fixed" onClick={onShowLessons}>
          Lessons
        </button>
        <p className="fixed small faint word picker__count" role="status">
          {count === 1 ? '1 scene' : `${count} scenes`}
        </p>
      </div>
      {areLessonsFirst && lessons}
      {groups.map(({ id, title, presets: members }) => (
        <section key={id} aria-label={title}>
          <h2 className="small faint strong picker__group">{title}</h2>
          <ul>
            {members.map((member) => {
              const { scenario, document: source, lesson } = member;
              return (
                <li key={scenario.id}>
                  <button
                    type="button"
                    className="bare picker__scene"
                    aria-current={scenario.id === current?.scenario.id}
                    onClick={() => onOpen(scenario.id)}
                  >
                    <span className="strong">
                      {scenario.title} {isLesson(member) && <span className="badge">lesson</span>}
                    </span>
                    <span className="one-line small faint picker__place" title={source.place}>
                      {source.place}
                    </span>
                    <span className="soft picker__lesson">{lesson}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      {!areLessonsFirst && lessons}
      {count === 0 && <p className="soft picker__none">No scene is about all of these words.</p>}
    </div>
  );
}

/** What else the search knows, once it is there; without the network the heads of the scenes are searched alone. */
function useSearchIndex(): typeof SearchIndex | undefined {
  const [index, setIndex] = useState<typeof SearchIndex>();
  useEffect(() => {
    let isWanted = true;
    import('./search-index').then(
      (loaded) => isWanted && setIndex(loaded),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return index;
}
