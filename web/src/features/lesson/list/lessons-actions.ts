/** Actions for lessons; the page does them. */

export interface LessonsActions {
  /** Opens a lesson that the page brings along; one that was begun goes on where it was left. */
  readonly onOpen: (id: string) => void;
  /** Reads a text; nothing of it runs unless it is sound. */
  readonly onGive: (text: string, name: string) => void;
  readonly onGiveFile: (file: File) => void;
  /** The printable sheet: of a lesson by its id, or of the open one. */
  readonly onSheet: (id?: string) => void;
  /** The address of the open lesson, or why there is none. */
  readonly linkOfLesson: () => Promise<{ readonly link: string } | { readonly problem: string }>;
  readonly onStartAgain: () => void;
  readonly onLeave: () => void;
}
