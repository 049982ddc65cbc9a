import type { ChannelType } from "@atoll/contract/chat/schemas";
import type { QueryExecutorProvider, sql } from "kysely";

/** The part of a message that an inbox shows. */
export const excerptLength = 200;

/** How a message stands in an inbox: a file without words is named as in the list of chats. */
export function excerptOf(content: string): string {
  return content === "" ? "[Attachment]" : content;
}

/** Where it was said, as the end of a sentence: " in harbour", and nothing for direct chats, whose names are people's. */
export function inChannel({ name, type }: { name: string; type: ChannelType }): string {
  return type === "DIRECT" ? "" : ` in ${name}`;
}

/** Runs SQL whose rows are of entries, by the id of the entry. */
export async function rowsById<Row extends { entry_id: string }>(
  db: QueryExecutorProvider,
  statement: ReturnType<typeof sql<Row>>,
): Promise<Map<string, Row>> {
  const { rows } = await statement.execute(db);
  return new Map(rows.map((row) => [row.entry_id, row]));
}
