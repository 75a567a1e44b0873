/** Actions on lessons, performed by the page. */

export interface LessonsActions {
  /** Opens a built-in lesson at the step where the user left it. */
  readonly onOpen: (id: string) => void;
  /** Parses a text. Nothing in it runs unless the lesson is valid. */
  readonly onGive: (text: string, name: string) => void;
  readonly onGiveFile: (file: File) => void;
  /** Opens the printable sheet of the lesson with this id, or of the open lesson if there is no id. */
  readonly onSheet: (id?: string) => void;
  /** The address of the open lesson, or the reason why there is none. */
  readonly linkOfLesson: () => Promise<{ readonly link: string } | { readonly problem: string }>;
  readonly onStartAgain: () => void;
  readonly onLeave: () => void;
}
