import { type RawBuilder, sql } from "kysely";

/** An entry of a feed, as its slice finds it for a viewer. */
export interface NewestEntry {
  id: string;
  title: string;
  /** The beginning, in Markdown. Empty if it was not asked for. */
  text: string;
  at: Date;
  /** Differs whenever title or text do. */
  version: number;
  /** The path of its page. */
  path: string;
}

/** The newest entries of a slice. */
export interface NewestQuery {
  count: number;
  hasText: boolean;
}

/** The longest text of an entry, in characters. */
export const entryTextLength = 1_000;

/** SQL: one character more than an entry shows, which tells that there is more. */
export function entryText(text: RawBuilder<string>, { hasText }: NewestQuery): RawBuilder<string> {
  return hasText ? sql<string>`left(${text}, ${sql.lit(entryTextLength + 1)})` : sql<string>`''`;
}
