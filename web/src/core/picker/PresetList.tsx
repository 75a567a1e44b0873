/** The list of scenes with a search. It is loaded when it is first opened. */

import { lessonList } from 'virtual:lessons';
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { whileWanted } from '../../base/while-wanted';
import type { DisciplineAbout } from '../border/catalog';
import type { Preset } from '../border/scenario';
import { useScene } from '../scene/scene-store';
import { LessonGroup } from './LessonGroup';
import { find, groupedByDocument, searchable } from './preset-search';
import type * as SearchIndex from './search-index';

export interface PresetListProps {
  readonly current: Preset | undefined;
  readonly disciplines: readonly DisciplineAbout[];
  readonly onOpen: (id: string) => void;
  readonly onOpenLesson: (id: string) => void;
  readonly onShowLessons: () => void;
  /** Shows the introduction again. */
  readonly onFirstMinute: () => void;
}

/**
 * Typing starts a search. The best match comes first and is highlighted, and Enter opens it. Arrow keys move through
 * the results. Without a query, all scenes are listed by document, and Enter opens a scene only after an arrow key has
 * chosen one.
 */
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
  const list = useMemo(
    () => searchable(presets, lessonList, index?.moreWords(disciplines)),
    [presets, index, disciplines],
  );
  const found = useMemo(() => find(list, query, index?.similar), [list, query, index]);
  const groups = useMemo(() => groupedByDocument(presets), [presets]);
  const areLessonsFirst = found === undefined || found.areLessonsFirst;
  const lessons = found?.lessons ?? lessonList;
  const first = found === undefined ? undefined : areLessonsFirst ? lessons[0]?.title : found.scenes[0]?.scenario.title;
  const count = found?.scenes.length ?? presets.length;
  const lessonGroup = (
    <LessonGroup lessons={lessons} isFirst={found !== undefined && areLessonsFirst} onOpen={onOpenLesson} />
  );

  useEffect(() => {
    const scenes = root.current;
    const chosen = scenes?.querySelector<HTMLElement>('[aria-current="true"]') ?? undefined;
    chosen?.scrollIntoView({ block: 'center' });
    // On a touch screen, a focused field would open the on-screen keyboard, which covers the list.
    if (window.matchMedia('(pointer: coarse)').matches) chosen?.focus({ preventScroll: true });
    else field.current?.focus();
  }, []);

  // After a new query, the list scrolls to its first result.
  const shown = useRef('');
  useLayoutEffect(() => {
    if (shown.current === query) return;
    shown.current = query;
    root.current?.closest('.picker__list')?.scrollTo({ top: 0 });
  }, [query]);

  const walk = (event: KeyboardEvent): void => {
    const scenes = [...(root.current?.querySelectorAll<HTMLElement>('.picker__scene') ?? [])];
    const place = scenes.indexOf(document.activeElement as HTMLElement);
    const isInField = document.activeElement === field.current;
    // From the search field, an arrow key moves to the scene after the highlighted one, or to the first scene if none
    // is highlighted.
    const marked = isInField && found !== undefined ? 0 : place;
    if (event.key === 'Enter' && isInField) {
      if (!event.nativeEvent.isComposing) scenes.find((scene) => scene.dataset.first !== undefined)?.click();
    } else if (event.key === 'ArrowDown') scenes[Math.min(marked + 1, scenes.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (scenes[place - 1] ?? field.current)?.focus();
    else if (event.key === 'Home' && !isInField) scenes[0]?.focus();
    else if (event.key === 'End' && !isInField) scenes.at(-1)?.focus();
    else if (/^\S$/.test(event.key) && !isInField && !event.ctrlKey && !event.metaKey && !event.altKey) {
      // A typed letter goes into the search field instead of triggering a shortcut of the page.
      field.current?.focus();
      event.stopPropagation();
      return;
    } else return;
    event.preventDefault();
  };

  const row = (preset: Preset, isFirst: boolean, place: string) => {
    const { scenario, lesson } = preset;
    return (
      <li key={scenario.id}>
        <button
          type="button"
          className="bare picker__scene"
          aria-current={scenario.id === current?.scenario.id}
          data-first={isFirst || undefined}
          onClick={() => onOpen(scenario.id)}
        >
          <span className="strong">{scenario.title}</span>
          <span className="one-line small faint picker__place" title={place}>
            {place}
          </span>
          <span className="soft picker__lesson">{lesson}</span>
        </button>
      </li>
    );
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move from the field into the list and back.
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
          {first !== undefined && <span className="visually-hidden">. Enter opens {first}.</span>}
        </p>
      </div>
      {areLessonsFirst && lessonGroup}
      {found === undefined &&
        groups.map(({ id, title, presets: members }) => (
          <section key={id} aria-label={title}>
            <h2 className="small faint strong picker__group">{title}</h2>
            <ul>{members.map((member) => row(member, false, member.document.place))}</ul>
          </section>
        ))}
      {found !== undefined && found.scenes.length > 0 && (
        <section aria-label="Matching scenes">
          {areLessonsFirst && <h2 className="small faint strong picker__group">Scenes</h2>}
          <ul>
            {found.scenes.map((preset, at) =>
              row(preset, at === 0 && !areLessonsFirst, `${preset.document.title} · ${preset.document.place}`),
            )}
          </ul>
        </section>
      )}
      {!areLessonsFirst && lessonGroup}
      {count === 0 && lessons.length === 0 && (
        <p className="soft picker__none">No scene or lesson matches all of these words.</p>
      )}
    </div>
  );
}

/**
 * Additional search words, once they are loaded. Until then, or if they cannot be loaded, only the words in the presets
 * and lessons themselves are searched.
 */
function useSearchIndex(): typeof SearchIndex | undefined {
  const [index, setIndex] = useState<typeof SearchIndex>();
  useEffect(() => whileWanted(import('./search-index'), setIndex, () => undefined), []);
  return index;
}
