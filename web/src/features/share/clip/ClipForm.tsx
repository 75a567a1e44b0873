/** The form for a clip. Every problem is shown at its field. */

import { useId } from 'react';
import type { ThemeName } from '../../../base/palette';
import { type Option, Select } from '../../../ui/Select';
import { type ClipChoices, requestOf } from './clip-choices';
import type { ClipFormat } from './clip-format';
import { CLIP_PACES, type ClipProblem, FRAME_RATES, mostPlots, SIZES } from './clip-plan';

interface Props {
  readonly choices: ClipChoices;
  readonly problems: readonly ClipProblem[];
  readonly duration_s: number;
  readonly formats: readonly ClipFormat[];
  /** The format. Undefined if not known yet, or if this browser cannot make video. */
  readonly format: ClipFormat | undefined;
  readonly plots: readonly { readonly id: string; readonly title: string }[];
  readonly onChange: (choices: ClipChoices) => void;
}

const THEMES: readonly Option<ThemeName>[] = [
  { id: 'dark', name: 'Dark' },
  { id: 'light', name: 'Light' },
  { id: 'projector', name: 'Projector' },
];

export function ClipForm({ choices, problems, duration_s, formats, format, plots, onChange }: Props) {
  const id = useId();
  const { size, fps } = requestOf(choices);
  const set = (changes: Partial<ClipChoices>): void => onChange({ ...choices, ...changes });
  const problemsOf = (field: ClipProblem['field']): readonly ClipProblem[] =>
    problems.filter((one) => one.field === field);
  const time = (name: 'from' | 'until', label: string) => (
    <label className="labelled">
      {label} [s]
      <input
        className="field"
        inputMode="decimal"
        value={choices[name]}
        aria-invalid={problemsOf(name).length > 0}
        aria-describedby={`${id}-problems`}
        title={`0 to ${duration_s} s`}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </label>
  );
  return (
    <div className="clip__form">
      <div className="clip__fields">
        {time('from', 'From')}
        {time('until', 'To')}
        <Choice
          label="Pace"
          options={CLIP_PACES.map(({ value, name }) => ({ id: value, name }))}
          chosen={choices.pace}
          onChoose={(pace) => set({ pace })}
        />
        <Choice
          label="Format"
          options={formats}
          chosen={format?.id ?? choices.format}
          onChoose={(chosen) => set({ format: chosen })}
        />
        <Choice label="Size" options={SIZES} chosen={choices.size} onChoose={(chosen) => set({ size: chosen })} />
        <Choice
          label="Frame rate [1/s]"
          options={FRAME_RATES.map((rate) => ({ id: rate, name: String(rate) }))}
          chosen={fps}
          onChoose={(rate) => set({ fps: rate })}
        />
        <Choice label="Theme" options={THEMES} chosen={choices.theme} onChoose={(theme) => set({ theme })} />
      </div>
      <fieldset className="clip__shown row">
        <legend className="strong">Shown (at most {mostPlots(size)} plots)</legend>
        <label className="share__tick row row--tight">
          <input
            type="checkbox"
            checked={choices.hasStage}
            onChange={(event) => set({ hasStage: event.target.checked })}
          />
          The queue
        </label>
        {plots.map(({ id: plot, title }) => (
          <label key={plot} className="share__tick row row--tight">
            <input
              type="checkbox"
              checked={choices.plots.includes(plot)}
              onChange={(event) =>
                set({
                  plots: event.target.checked
                    ? [...choices.plots, plot]
                    : choices.plots.filter((other) => other !== plot),
                })
              }
            />
            {title}
          </label>
        ))}
      </fieldset>
      <ul className="clip__problems wrong" id={`${id}-problems`} role="alert">
        {problems.map(({ field, problem }) => (
          <li key={field}>{problem}</li>
        ))}
      </ul>
    </div>
  );
}

interface ChoiceProps<Id> {
  readonly label: string;
  readonly options: readonly Option<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

function Choice<Id extends string | number>({ label, ...choice }: ChoiceProps<Id>) {
  return (
    <label className="labelled">
      {label}
      <Select {...choice} />
    </label>
  );
}
