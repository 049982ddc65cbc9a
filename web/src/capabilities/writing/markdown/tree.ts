import type { ImageWidth } from "@atoll/contract/documents/limits";

/** The parsed Markdown of a message. Nothing else can be rendered, whatever was written. */
export type Block =
  | { kind: "paragraph"; inlines: readonly Inline[] }
  | {
      kind: "code";
      text: string;
      /** The language it is in, as it was named. */
      language: string | null;
    }
  | { kind: "quote"; blocks: readonly Block[] }
  | {
      kind: "list";
      start: number | null;
      items: readonly (readonly Block[])[];
      /** Whether the box of each item is ticked; null for an item without one, undefined for a list without any. */
      boxes?: readonly (boolean | null)[] | undefined;
    }
  | { kind: "table"; head: readonly Cell[]; rows: readonly (readonly Cell[])[]; aligns: readonly Align[] }
  | { kind: "rule" }
  | DocumentBlock;

/** The alignment of a column; null for the default. */
export type Align = "center" | "left" | "right" | null;

/** The blocks that only documents have. */
export type DocumentBlock =
  | { kind: "heading"; level: number; anchor: string; inlines: readonly Inline[] }
  | { kind: "callout"; tone: CalloutTone; blocks: readonly Block[] }
  | {
      kind: "toggle";
      /** Empty where it begins with a block that is no line of text. */
      title: readonly Inline[];
      /** The level of a title that is a heading, and its anchor; null for a line of text. */
      level: number | null;
      anchor: string;
      blocks: readonly Block[];
    }
  | { kind: "step"; id: string; number: number; blocks: readonly Block[] }
  | { kind: "image"; fileId: string; alt: string; width: ImageWidth | null }
  | { kind: "card"; reference: Reference };

export const calloutTones = ["note", "tip", "warning"] as const;
export type CalloutTone = (typeof calloutTones)[number];

/** A thing that a document points to by its id: `task:0190…`. */
export interface Reference {
  kind: string;
  id: string;
  /** The view, filters and order of the cards of a section. */
  query?: string;
}

export type Cell = readonly Inline[];

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "strong" | "emphasis" | "struck" | "highlighted"; inlines: readonly Inline[] }
  | { kind: "code"; text: string }
  | {
      kind: "link";
      href: string;
      inlines: readonly Inline[];
      /** Where it leads, where its text may be taken for another address. */
      behind: string | null;
    }
  | { kind: "break" }
  /** In documents. */
  | { kind: "formula"; tex: string }
  /** In documents. */
  | { kind: "mention"; reference: Reference };
