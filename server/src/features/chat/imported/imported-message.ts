/** A part of an imported text: words, or somebody or a channel by the key in the source. */
export type ImportedText = string | { person: string } | { place: string };

export interface ImportedFile {
  key: string;
  name: string;
  /** In the archive. Undefined: the source does not contain it. */
  path: string | undefined;
}

/** A message of another product. People and messages are named by their keys there. */
export interface ImportedMessage {
  /** Unique in the source. */
  key: string;
  at: Date;
  author: string;
  /** Markdown. */
  text: ImportedText[];
  /** The key of the first message of the thread that it replies to. */
  threadKey: string | null;
  /** Tells that message from others with the same key. See `messagePrint`. */
  threadPrint?: string | undefined;
  /** The author of the first message, if the source has it. */
  threadAuthor: string | null;
  /** Deleted, and kept because of its replies. */
  isDeleted: boolean;
  editedAt: Date | null;
  isPinned: boolean;
  reactions: { emoji: string; people: string[] }[];
  files: ImportedFile[];
  /** Kinds of lines for the report. */
  notes: string[];
}
