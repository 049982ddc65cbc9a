/** What a message's Markdown comes down to: nothing else can be shown, whatever was written. */
export type Block =
  | { kind: "paragraph"; inlines: readonly Inline[] }
  | {
      kind: "code";
      text: string;
      /** The language it is in, as it was named. */
      language: string | null;
    }
  | { kind: "quote"; blocks: readonly Block[] }
  | { kind: "list"; start: number | null; items: readonly (readonly Block[])[] }
  | { kind: "table"; head: readonly Cell[]; rows: readonly (readonly Cell[])[] }
  | { kind: "rule" };

export type Cell = readonly Inline[];

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "strong" | "emphasis" | "struck"; inlines: readonly Inline[] }
  | { kind: "code"; text: string }
  | {
      kind: "link";
      href: string;
      inlines: readonly Inline[];
      /** Where it leads, where its text may be taken for another address. */
      behind: string | null;
    }
  | { kind: "break" };
