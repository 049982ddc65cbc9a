import type { CommentWords, Subject } from "@atoll/contract/comments/schemas";
import type { ReactNode } from "react";

export interface DocumentEditorParts {
  /** "Saved 10:27", and the like. */
  status: ReactNode;
  /** The draft has ended, or is not for the viewer any more: nothing can be done with it. */
  isOver: boolean;
  /** The people who have the draft open besides the viewer. */
  coEditors: ReactNode;
  words: number;
  steps: number;
  minutes: number;
}

/** Threads on words of the text. */
export interface DocumentThreads {
  threads: readonly { id: string; words: CommentWords | null; isMarked: boolean }[];
  activeId: string | null;
  /** Another object: the words of this thread are brought into view. */
  wanted: { id: string } | null;
  /** The threads whose words are in the text, in its order. */
  onPlaces: (threadIds: readonly string[]) => void;
  /** A click on the words of a thread. */
  onPress: (threadId: string) => void;
  /** Called with the selected words. Undefined where the viewer may not comment. */
  onComment: ((words: CommentWords) => void) | undefined;
}

export interface DocumentEditorProps {
  /** The thing whose draft it is. The draft is open already. */
  subject: Subject;
  placeholder?: string;
  /** Whether the viewer may write, as far as the caller knows: after a change the draft asks for its rights again. */
  mayWrite: boolean;
  /** Puts the cursor into the text as soon as the viewer may write. */
  focusesText?: boolean;
  /** Stands above the toolbar: the page's own bar, with what it is given in it. */
  renderHeader?: (parts: DocumentEditorParts) => ReactNode;
  /** Stands above the text and scrolls with it, such as the title. */
  lead?: ReactNode;
  /** Stands at the right of the foot, behind the counts. */
  foot?: ReactNode;
  threads?: DocumentThreads;
  /** Another document in base64: its text replaces the whole text, as one change, as soon as the viewer may write. */
  replacement?: string | undefined;
  /** Called after the replacement. False: the other text has something that this page cannot show, and nothing changed. */
  onReplaced?: (isReplaced: boolean) => void;
  /** Called a moment after anybody's changes to the text are stored. */
  onStored?: () => void;
}
