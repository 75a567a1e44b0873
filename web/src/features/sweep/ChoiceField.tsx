/** A choice among many options by typing: a field with a grouped list below it. */

import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/Icon';

export interface ChoiceGroup {
  readonly title: string;
  readonly options: readonly ChoiceOption[];
}

export interface ChoiceOption {
  readonly id: string;
  readonly name: string;
  /** Text beside the name: the option's value or unit. */
  readonly detail?: string;
  /** Meaning of the option, included in the search. Hovering over the option shows it. */
  readonly meaning?: string;
}

interface Props {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly groups: readonly ChoiceGroup[];
  /**
   * Id of the chosen option. Undefined for a field that only adds items to a list; such a field has no current choice.
   */
  readonly chosen?: string | undefined;
  /** Text of the field for the chosen option, if it is longer than the option's name in the list. */
  readonly chosenName?: string;
  /** The text in the field while nothing is chosen or typed. */
  readonly placeholder: string;
  readonly problem?: string | undefined;
  /** Options made from the typed text, in addition to those of the list: for `1..34`, a range of flows. */
  readonly typed?: (text: string) => readonly ChoiceOption[];
  readonly onChoose: (id: string) => void;
}

export function ChoiceField({
  label,
  isLabelHidden = false,
  groups,
  chosen,
  chosenName,
  placeholder,
  problem,
  typed,
  onChoose,
}: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLSpanElement>(null);
  /** True while the pointer presses the list. The field then loses the focus, but the list stays open. */
  const isPressed = useRef(false);
  const [text, setText] = useState<string | undefined>(undefined);
  const [active, setActive] = useState(0);
  const isOpen = text !== undefined;
  const found = isOpen ? [...asTyped(typed?.(text)), ...filtered(groups, text)] : [];
  const options = found.flatMap((group) => group.options);
  const pointed = options[Math.min(active, options.length - 1)];
  const name =
    chosenName ?? groups.flatMap((group) => group.options).find((option) => option.id === chosen)?.name ?? chosen ?? '';

  // A capturing listener on the window runs before the handler on the document (`app/shortcuts.ts`), which takes the
  // focus from the field.
  useEffect(() => {
    if (!isOpen) return undefined;
    const press = ({ target }: PointerEvent): void => {
      isPressed.current = target instanceof Node && box.current?.contains(target) === true;
      if (!isPressed.current) setText(undefined);
    };
    window.addEventListener('pointerdown', press, { capture: true });
    return () => {
      window.removeEventListener('pointerdown', press, { capture: true });
      isPressed.current = false;
    };
  }, [isOpen]);

  // Keeps the list inside the panel and visible.
  useLayoutEffect(() => {
    const { current } = popup;
    if (!isOpen || current === null) return;
    const panel = current.closest('.sweep-form')?.getBoundingClientRect();
    const { right } = current.getBoundingClientRect();
    if (panel !== undefined) current.style.translate = `${Math.min(0, panel.right - right)}px`;
    current.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  const point = (place: number): void => {
    const next = (place + options.length) % Math.max(1, options.length);
    setActive(next);
    list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' });
  };
  const open = (): void => {
    if (isOpen) return;
    const all = groups.flatMap((group) => group.options);
    setText('');
    setActive(
      Math.max(
        0,
        all.findIndex((option) => option.id === chosen),
      ),
    );
  };
  const choose = (option: ChoiceOption | undefined): void => {
    setText(undefined);
    if (option !== undefined) onChoose(option.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (isOpen) point(active + (event.key === 'ArrowDown' ? 1 : -1));
      else open();
    } else if (event.key === 'Enter' && isOpen) choose(pointed);
    else if (event.key === 'Escape' && isOpen) setText(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="choice-field row">
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : 'sweep-form__label soft unbroken'}>
        {label}
      </label>
      <span ref={box} className="choice-field__box">
        <input
          ref={input}
          id={id}
          role="combobox"
          className="field choice-field__input"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={isOpen}
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && pointed !== undefined ? `${id}${pointed.id}` : undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}problem`}
          placeholder={isOpen && name !== '' ? name : placeholder}
          value={text ?? name}
          onFocus={open}
          onClick={open}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            if (!isPressed.current) setText(undefined);
          }}
        />
        <Icon name="chevron" />
        {isOpen && (
          <div ref={popup} className="choice-field__popup column box">
            <div
              ref={list}
              id={`${id}list`}
              role="listbox"
              aria-label={label}
              className="choice-field__list scrolls scrolls--down"
            >
              {found.map((group, at) => (
                // biome-ignore lint/a11y/useSemanticElements: a group of options of a list box, for which HTML has no element.
                <div key={group.title} role="group" aria-labelledby={`${id}group${at}`}>
                  <div id={`${id}group${at}`} className="choice-field__group faint small strong">
                    {group.title}
                  </div>
                  {group.options.map((option) => (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys and the focus.
                    <div
                      key={option.id}
                      id={`${id}${option.id}`}
                      role="option"
                      tabIndex={-1}
                      aria-selected={option === pointed}
                      className="choice-field__option row row--tight row--spread gap-3"
                      onPointerMove={() => setActive(options.indexOf(option))}
                      onClick={() => choose(option)}
                    >
                      <span>{option.name}</span>
                      {option.detail !== undefined && <small className="fixed faint small">{option.detail}</small>}
                    </div>
                  ))}
                </div>
              ))}
              {options.length === 0 && <p className="choice-field__words soft">Nothing matches.</p>}
            </div>
            {pointed?.meaning !== undefined && (
              <p className="choice-field__words choice-field__meaning fixed line-above soft small">{pointed.meaning}</p>
            )}
          </div>
        )}
      </span>
      {problem !== undefined && (
        <p className="sweep__problem" id={`${id}problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

function asTyped(options: readonly ChoiceOption[] = []): readonly ChoiceGroup[] {
  return options.length === 0 ? [] : [{ title: 'As typed', options }];
}

/** The options that contain every word, with matches in names first. */
function filtered(groups: readonly ChoiceGroup[], text: string): readonly ChoiceGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map(({ title, options }) => {
      const has = (of: string): boolean => words.every((word) => of.toLowerCase().includes(word));
      const byName = options.filter(({ name, id }) => has(`${title} ${name} ${id}`));
      const byMeaning = options.filter((it) => !byName.includes(it) && has(`${title} ${it.name} ${it.meaning ?? ''}`));
      return { title, options: [...byName, ...byMeaning] };
    })
    .filter(({ options }) => options.length > 0);
}
