/** A lesson as the engine has read it from its Markdown file: text, scenes and steps, nothing of which runs by itself. */

import type { Scenario, SettingValue } from '../scenario/scenario';

export interface Lesson {
  readonly title: string;
  /** Id of a document as presets name it, or words. */
  readonly document: string;
  readonly minutes: number;
  readonly level: 'first' | 'second' | 'advanced';
  /** Sentences: what a student can do or say at the end. */
  readonly learned: readonly string[];
  /** The text before the first step. */
  readonly introduction: readonly Block[];
  readonly scenes: readonly LessonScene[];
  /** At least one. */
  readonly steps: readonly Step[];
}

export interface LessonScene {
  /** Id of the preset that it came from; null: from a link alone. */
  readonly preset: string | null;
  readonly scenario: Scenario;
  /** Moment at which it opens [s]. */
  readonly at_s: number;
  /** One of the words of `PACE_WORDS`. */
  readonly pace: string;
  readonly plays: boolean;
  readonly line: number;
}

/** One heading and what follows it: one slide. */
export interface Step {
  readonly title: string;
  readonly line: number;
  /** Place in the lesson's scenes. */
  readonly scene: number;
  /** Whether the scene is opened by this step; otherwise it is an earlier one's, as the reader has left it. */
  readonly opens: boolean;
  readonly parts: readonly Part[];
}

export type Part = TextPart | LookPart | PredictPart | RunPart | RevealPart | WhyPart | DoPart;

export interface TextPart {
  readonly kind: 'text';
  readonly blocks: readonly Block[];
}

/** Where to look: a moment, and what is pointed at. */
export interface LookPart {
  readonly kind: 'look';
  readonly line: number;
  readonly at_s: number | null;
  /** Place of a lane in the scene. */
  readonly lane: number | null;
  readonly show: 'plots' | 'distributions' | 'theory' | 'paper' | null;
  /** `udp`, `tcp`, `flow 3`, `reason:ID`, or a part of the page: `controls`, `explanation`, `events`, `queue`, `below`. */
  readonly point: readonly string[];
}

/** A question that is answered before anything runs. */
export interface PredictPart {
  readonly kind: 'predict';
  readonly line: number;
  readonly id: string;
  readonly question: string;
  readonly answer: Answer;
  /** Text of a preset file: its experiment gives the truth. */
  readonly experiment: string;
  readonly seeds: number;
}

export interface RunPart {
  readonly kind: 'run';
  readonly line: number;
  /** Null: to the end of the scene [s]. */
  readonly until_s: number | null;
  readonly pace: string | null;
}

export interface RevealPart {
  readonly kind: 'reveal';
  readonly line: number;
  /** Of the question. */
  readonly id: string;
  readonly note: string;
}

/** The decision that shows why. */
export interface WhyPart {
  readonly kind: 'why';
  readonly line: number;
  readonly lane: number;
  /** Id of the reason for a drop or a mark. */
  readonly event: string;
  readonly flow: 'udp' | 'tcp' | null;
  /** The first such event from this moment on [s]. */
  readonly after_s: number;
  readonly say: string;
}

/** A task whose conditions the engine checks. */
export interface DoPart {
  readonly kind: 'do';
  readonly line: number;
  readonly id: string;
  readonly task: string;
  readonly hint: string;
  /** Paths of the settings that it is about; may be empty. */
  readonly settings: readonly string[];
  readonly seeds: number;
  /** Ids of the disciplines that must be there. */
  readonly lanes: readonly string[];
  /** The check of a claim, as JSON text. */
  readonly check: string;
  readonly conditions: readonly string[];
  readonly solution: readonly { readonly path: string; readonly value: SettingValue }[];
}

export type Answer =
  | (Measure & { readonly kind: 'slider' })
  /** Claims `O1`, `O2`, … of the report in this order: the one that holds is right. */
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | (Measure & {
      readonly kind: 'curve';
      /** Path of the swept setting, its name, and its values. */
      readonly path: string;
      readonly name: string;
      readonly points: readonly number[];
    });

interface Measure {
  /** Id of the metric, its name and unit for people. */
  readonly metric: string;
  readonly name_of_metric: string;
  readonly unit: string;
  readonly lane: string;
  readonly from: number;
  readonly to: number;
}

export type Block =
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly inlines: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'rule' };

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'emphasis'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly url: string; readonly inlines: readonly Inline[] }
  | { readonly kind: 'break' }
  /** A word that carries the glyph and the colour of what it names. */
  | {
      readonly kind: 'word';
      readonly of: 'flow' | 'aqm' | 'reason' | 'term' | 'setting';
      readonly name: string;
      readonly text: string;
    };

/** What is wrong with a lesson, and in which line of its file. */
export interface LessonProblem {
  readonly line: number;
  readonly problem: string;
}
