/** A page of another product, as its reader describes it. */
export interface ImportedArticle {
  /** The same in every import of the page. */
  key: string;
  parentKey: string | null;
  title: string;
  text: ImportedText;
  tags: string[];
  /** Keys of people. */
  author: string;
  editor: string;
  /** Null where the source does not say it. */
  at: Date | null;
  updatedAt: Date | null;
  /** Only some people may read it, or nobody has published it: a draft of the person who runs the import. */
  isPrivate: boolean;
  files: ImportedArticleFile[];
  /** Kinds of lines for the report. */
  notes: { kind: string; detail?: string; count?: number }[];
}

export interface ImportedArticleFile {
  /** In its page. */
  key: string;
  name: string;
  /** Where the archive has it. Undefined if it is missing. */
  path: string | undefined;
}

/** Markdown with targets that are known later: `scheme:0` is the first one. */
interface ImportedText {
  markdown: string;
  scheme: string;
  targets: readonly ImportedTarget[];
}

export type ImportedTarget =
  | { kind: "page"; key: string; title: string; words: string; part?: string | undefined }
  | { kind: "file" | "image"; key: string; words: string }
  | { kind: "person"; key: string; words: string }
  /** It leads nowhere: its words are kept. */
  | { kind: "none"; words: string };
