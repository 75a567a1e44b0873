/** What a step knows of the scene that it is about. */

import type { InjectionKey, Ref } from 'vue';

interface Watched {
  /** The moment of the step that was read last [s]. */
  readonly moment: Readonly<Ref<number>>;
  readonly show: (at_s: number) => void;
  readonly add: (element: Element, at_s: number) => void;
}

export const WATCHED: InjectionKey<Watched> = Symbol('watched');
