/** Actions for lessons, performed by the page. */

export interface LessonsActions {
  /** Opens a lesson of this page, at the step where the user left it. */
  readonly onOpen: (id: string) => void;
  /** Reads a text. No part of it runs unless the lesson is valid. */
  readonly onGive: (text: string, name: string) => void;
  readonly onGiveFile: (file: File) => void;
  /** Opens the printable sheet of a lesson by its id. Without an id, opens the sheet of the open lesson. */
  readonly onSheet: (id?: string) => void;
  /** The address of the open lesson, or the reason why there is none. */
  readonly linkOfLesson: () => Promise<{ readonly link: string } | { readonly problem: string }>;
  readonly onStartAgain: () => void;
  readonly onLeave: () => void;
}
