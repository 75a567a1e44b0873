/**
 * The interactive parts of the chapter: questions, scenes that follow the step being read, and scenes with a control.
 */

import { shown } from '../../scripts/site/chapter-format.mjs';
import type { ChokepointScene } from '../../web/src/embed/host/embed-api';

/** The fields of a result object of the lab that the chapter reads (docs/formats.md). */
interface Result {
  readonly bottleneck: {
    readonly capacity_bps: number;
    readonly utilization: number;
    readonly queueing_delay_s: { readonly mean: number | null };
  };
  readonly classes: { readonly udp?: { readonly throughput_bps: number } };
  readonly flows: readonly {
    readonly group: number;
    readonly throughput_bps: number;
    readonly mean_queueing_delay_s: number | null;
  }[];
}

interface Reading {
  readonly name: string;
  readonly as: 'ms' | 'percent' | 'Mb/s';
  readonly digits?: number;
  readonly value: (result: Result) => number | null;
}

const READINGS = {
  call: { name: 'the call waits', as: 'ms', value: waitOf(0) },
  busy: { name: 'the link is busy for', as: 'percent', digits: 3, value: ({ bottleneck }) => bottleneck.utilization },
  wait: { name: 'packets wait', as: 'ms', value: ({ bottleneck }) => bottleneck.queueing_delay_s.mean },
  udp: { name: 'UDP gets', as: 'percent', value: shareOf(({ classes }) => classes.udp?.throughput_bps ?? 0) },
  bbr: { name: 'BBR gets', as: 'percent', value: shareOf(rateOf(1)) },
  scalable: { name: 'each DCTCP flow gets', as: 'Mb/s', value: eachOf(0) },
  classic: { name: 'each CUBIC flow gets', as: 'Mb/s', value: eachOf(1) },
  low: { name: 'DCTCP waits', as: 'ms', value: waitOf(0) },
  late: { name: 'CUBIC waits', as: 'ms', value: waitOf(1) },
} as const satisfies Record<string, Reading>;

export type ReadingId = keyof typeof READINGS;

/** Distance of the reading line below the scene [CSS pixels]. A step is active while it crosses this line. */
const BELOW_SCENE_PX = 150;

class Predict extends HTMLElement {
  private isChoice = false;

  connectedCallback(): void {
    if (this.isChoice) return;
    this.isChoice = true;
    const right = Number(this.dataset.right);
    const answers = [...this.querySelectorAll('ol > li')];
    // The message that judges the answer appears below the answers and above the explanation, which unfolds with it.
    const said = this.querySelector('.predict__said');
    if (said !== null) this.querySelector('details')?.before(said);
    const name = `answers ${[...document.querySelectorAll('chapter-predict')].indexOf(this)}`;
    answers.forEach((answer, place) => {
      const choice = element('input', { type: 'radio', name });
      const words = element('span');
      words.append(...answer.childNodes);
      const label = element('label');
      label.append(choice, words);
      answer.append(label);
      choice.addEventListener('change', () => this.judge(answers, place + 1, right));
    });
  }

  private judge(answers: readonly Element[], chosen: number, right: number): void {
    answers.forEach((answer, place) => {
      const is = place + 1 === right ? 'right' : place + 1 === chosen ? 'wrong' : undefined;
      if (is === undefined) answer.removeAttribute('data-is');
      else answer.setAttribute('data-is', is);
    });
    const said = this.querySelector('.predict__said');
    if (said !== null)
      said.textContent = chosen === right ? 'Yes.' : `No. The answer: ${answers[right - 1]?.textContent?.trim()}.`;
    const details = this.querySelector('details');
    if (details !== null) details.open = true;
  }
}

class Watch extends HTMLElement {
  private scene: ChokepointScene | undefined;
  private at_s = 0;
  private observer: IntersectionObserver | undefined;

  connectedCallback(): void {
    const steps = [...this.querySelectorAll<HTMLElement>('.step')];
    for (const step of steps) this.offer(step);
    this.addEventListener('ready', (event) => this.take(event));
    const frame_px = this.querySelector('.watch__frame')?.getBoundingClientRect().height ?? 0;
    const line_px = Math.min(frame_px + BELOW_SCENE_PX, window.innerHeight - 100);
    this.observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) this.show(target as HTMLElement);
      },
      { rootMargin: `${-line_px}px 0px ${line_px + 1 - window.innerHeight}px 0px` },
    );
    for (const step of steps) this.observer.observe(step);
  }

  disconnectedCallback(): void {
    this.observer?.disconnect();
  }

  /**
   * Adds a button that moves the scene to the step's time, for keyboard users and for readers who have moved the scene
   * elsewhere.
   */
  private offer(step: HTMLElement): void {
    if (step.querySelector('.step__moment') !== null) return;
    const button = element('button', { type: 'button', className: 'step__moment' });
    button.textContent = `at ${step.dataset.at} s`;
    button.setAttribute('aria-label', `Show the scene at ${step.dataset.at} seconds`);
    button.addEventListener('click', () => this.show(step));
    step.prepend(button);
  }

  private show(step: HTMLElement): void {
    for (const one of this.querySelectorAll('.step')) one.toggleAttribute('data-shown', one === step);
    this.at_s = Number(step.dataset.at);
    // A scene that is still opening rejects the request. The next step sends another one.
    this.scene?.seek(this.at_s).catch(() => undefined);
  }

  private take(event: Event): void {
    this.scene = (event as CustomEvent<ChokepointScene>).detail;
    if (this.at_s > 0) this.scene.seek(this.at_s).catch(() => undefined);
  }
}

class Try extends HTMLElement {
  private scene: ChokepointScene | undefined;
  /** The number of the last request. Responses to earlier requests are ignored. */
  private wish = 0;

  connectedCallback(): void {
    const control = this.querySelector('fieldset');
    if (control === null || !control.hidden) return;
    control.hidden = false;
    this.say('The values appear when the scene has run.');
    control.addEventListener('change', () => void this.run());
    this.addEventListener('ready', (event) => {
      this.scene = (event as CustomEvent<ChokepointScene>).detail;
      void this.run();
    });
  }

  private async run(): Promise<void> {
    const { scene } = this;
    const chosen = this.querySelector<HTMLInputElement>('input:checked');
    if (scene === undefined || chosen === null) return;
    this.wish += 1;
    const { wish } = this;
    const { preset = '', aqm = '', at = '' } = this.dataset;
    this.setAttribute('aria-busy', 'true');
    try {
      await scene.open(`?preset=${preset}&aqm=${aqm}&set=${chosen.value}&at=${at}`);
      const { lanes } = await scene.seek(Number(at));
      const results = (await scene.result()) as readonly Result[];
      if (wish === this.wish)
        this.say(...results.map((result, lane) => this.sentence(result, lanes[lane], lanes.length)));
    } catch {
      if (wish === this.wish) this.say('The scene could not be run.');
    }
    if (wish === this.wish) this.removeAttribute('aria-busy');
  }

  private sentence(result: Result, lane: string | undefined, lanes: number): string {
    const read = (this.dataset.read ?? '').split(' ') as ReadingId[];
    const parts = read.map((id) => {
      const reading: Reading = READINGS[id];
      const value = reading.value(result);
      const text = value === null ? 'no value' : shown(value, { as: reading.as, digits: reading.digits ?? 2 });
      return `${reading.name} ${text}`;
    });
    return `${lanes > 1 ? `${lane}: ` : ''}${parts.join(', ')}`;
  }

  private say(...sentences: readonly string[]): void {
    const lines = sentences.map((sentence) => {
      const line = element('p');
      line.textContent = sentence;
      return line;
    });
    this.querySelector('.try__read')?.replaceChildren(...lines);
  }
}

export function defineChapter(): void {
  const elements = { 'chapter-predict': Predict, 'chapter-watch': Watch, 'chapter-try': Try };
  for (const [name, maker] of Object.entries(elements))
    if (customElements.get(name) === undefined) customElements.define(name, maker);
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  values: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), values);
}

function ofGroup({ flows }: Result, group: number): Result['flows'] {
  return flows.filter((flow) => flow.group === group);
}

function rateOf(group: number) {
  return (result: Result): number => ofGroup(result, group).reduce((sum, flow) => sum + flow.throughput_bps, 0);
}

function eachOf(group: number) {
  return (result: Result): number => rateOf(group)(result) / ofGroup(result, group).length;
}

function shareOf(rate: (result: Result) => number) {
  return (result: Result): number => rate(result) / result.bottleneck.capacity_bps;
}

function waitOf(group: number) {
  return (result: Result): number | null => ofGroup(result, group)[0]?.mean_queueing_delay_s ?? null;
}
