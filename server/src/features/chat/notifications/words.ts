import type { ChannelType } from "@atoll/contract/chat/schemas";
import type { QueryExecutorProvider, sql } from "kysely";

/** The length of the text that an inbox entry quotes. */
export const excerptLength = 200;

/** Returns an author's name, with the word that tells a program from a person, as chat shows it. */
export function authorInWords(author: { name: string; isProgram?: true | undefined } | undefined): string {
  return author ? `${author.name}${author.isProgram ? " (bot)" : ""}` : "Someone";
}

/** Returns the text of a message for an inbox entry. A file without text is named as in the list of channels. */
export function excerptOf(content: string): string {
  return content === "" ? "[Attachment]" : content;
}

/** Returns where a message was written, as the end of a sentence: " in harbour"; empty for direct chats. */
export function inChannel({ name, type }: { name: string; type: ChannelType }): string {
  return type === "DIRECT" ? "" : ` in ${name}`;
}

/** Runs a query about entries, and returns its rows by entry ID. */
export async function rowsById<Row extends { entry_id: string }>(
  db: QueryExecutorProvider,
  statement: ReturnType<typeof sql<Row>>,
): Promise<Map<string, Row>> {
  const { rows } = await statement.execute(db);
  return new Map(rows.map((row) => [row.entry_id, row]));
}
