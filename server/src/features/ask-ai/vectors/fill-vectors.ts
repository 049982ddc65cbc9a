import { sql } from "kysely";
import { embedTexts } from "../../../platform/language-model/embed-texts.ts";
import { ModelFailure } from "../../../platform/language-model/model-failure.ts";
import type { ModelServer, Waiting } from "../../../platform/language-model/model-server.ts";
import type { GuardedRequest } from "../../../platform/outbound/guarded-request.ts";
import { encodeVector } from "../../../platform/search/vector-code.ts";
import { shareLoop } from "../../../platform/turns/share-loop.ts";
import type { Database } from "../../../tables.ts";
import { type ModelRow, modelServerOf, vectorModelOf } from "../model/settings.ts";
import {
  entryHash,
  messageHash,
  type SourceText,
  selectTextsWithoutVectors,
} from "./texts-without-vectors.ts";

/** Models for vectors read little at once, and a vector of a long text is near to nothing. */
const partLength = 1500;
const maxParts = 12;

/** A text in parts that end between words, each with its title. Text past the last part is found by its words only. */
function splitText(title: string, body: string): string[] {
  const parts: string[] = [];
  let rest = body.trim();
  while (rest.length > 0 && parts.length < maxParts) {
    const end = rest.length <= partLength ? rest.length : endOfPart(rest);
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trimStart();
  }
  const named = title.trim();
  if (parts.length === 0) return named === "" ? [] : [named];
  return parts.map((part) => (named === "" ? part : `${named}\n${part}`));
}

function endOfPart(text: string): number {
  const head = text.slice(0, partLength);
  const end = Math.max(head.lastIndexOf("\n\n"), head.lastIndexOf(". "), partLength / 2);
  const space = head.lastIndexOf(" ");
  return end > partLength / 2 ? end + 1 : Math.max(space, partLength / 2);
}

const textsAtOnce = 16;
/** Any model reads so much, in UTF-16 units. */
const shortLength = 400;

/**
 * Gives a vector to each text that has none, until `isTimeUp`. The vectors of another model stay in use until those of
 * the new one are complete. Without a model there are none.
 * @throws {ModelFailure}, or the signal's reason.
 */
export async function fillVectors(
  db: Database,
  request: GuardedRequest,
  row: ModelRow,
  waiting: Waiting & { isTimeUp: () => boolean },
): Promise<void> {
  const model = vectorModelOf(row);
  if (model === "") return dropVectorsBut(db, "");
  const server = await modelServerOf(db, row);
  const width = { of: row.vector_model === model ? row.vector_width : await widthOf(db, model) };
  while (!waiting.isTimeUp()) {
    const texts = await selectTextsWithoutVectors(db, model, textsAtOnce);
    if (texts.length === 0) return useModel(db, row, model, width.of);
    if ((await storeVectors(db, request, server, { texts, row, model, width }, waiting)) === 0) return;
  }
}

interface Storing {
  texts: readonly SourceText[];
  row: ModelRow;
  model: string;
  /** Null until the first vector tells. */
  width: { of: number | null };
}

/** Stores the vectors of texts that have not changed since they were read, and returns of how many. */
async function storeVectors(
  db: Database,
  request: GuardedRequest,
  server: ModelServer,
  { texts, row, model, width }: Storing,
  waiting: Waiting,
): Promise<number> {
  const parts = texts.flatMap((text) => {
    // A text of signs alone has one part, so that it is not asked for again and again.
    const own = splitText(text.title, text.body);
    return (own.length > 0 ? own : ["-"]).map((part, number) => ({ text, part, number }));
  });
  const embed = (some: string[]) =>
    embedTexts(request, server, { model: row.embedding_model, texts: some }, waiting);
  const vectors: number[][] = [];
  for (let from = 0; from < parts.length; from += textsAtOnce)
    vectors.push(...(await embedOrShorten(embed, parts.slice(from, from + textsAtOnce))));
  const yieldToLoop = shareLoop();
  const rows = [];
  for (const [place, { text, number }] of parts.entries()) {
    const vector = vectors[place] ?? [];
    width.of ??= vector.length;
    if (vector.length !== width.of) throw new ModelFailure("broken", "vectors of another width than before");
    rows.push({ ...text, part: number, ...encodeVector(vector) });
    await yieldToLoop();
  }
  return insertVectors(db, model, rows);
}

/** One text that is too long for the model must not keep all others from having a vector. */
async function embedOrShorten(
  embed: (texts: string[]) => Promise<number[][]>,
  parts: readonly { part: string }[],
): Promise<number[][]> {
  const isTooLong = (error: unknown) => error instanceof ModelFailure && error.reason === "failed";
  try {
    return await embed(parts.map(({ part }) => part));
  } catch (error) {
    if (!isTooLong(error)) throw error;
    const vectors: number[][] = [];
    for (const { part } of parts) vectors.push(...(await embed([part.slice(0, shortLength)])));
    return vectors;
  }
}

async function insertVectors(
  db: Database,
  model: string,
  rows: readonly (SourceText & { part: number; signs: string; numbers: Buffer })[],
): Promise<number> {
  const given = sql`unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ id }) => id)}::uuid[],
    ${rows.map(({ channelId }) => channelId)}::uuid[], ${rows.map(({ hash }) => hash)}::text[],
    ${rows.map(({ part }) => part)}::smallint[], ${rows.map(({ signs }) => signs)}::text[],
    ${rows.map(({ numbers }) => numbers)}::bytea[]) AS g (kind, id, channel_id, hash, part, signs, numbers)`;
  // A text that changes at this moment is waited for: a vector of what it said before is not stored.
  const { rows: stored } = await sql`WITH entries AS (
      SELECT e.id, e.kind FROM search_entries e
      WHERE (e.id, e.kind, ${entryHash}) IN (SELECT id, kind, hash FROM ${given}) FOR SHARE
    ), chats AS (
      SELECT e.message_id AS id FROM message_search e
      WHERE (e.message_id, ${messageHash}) IN (SELECT id, hash FROM ${given} WHERE kind = 'message') FOR SHARE
    )
    INSERT INTO ask_vectors (model, kind, entry_id, message_id, channel_id, part, signs, numbers)
    SELECT ${model}, g.kind, e.id, c.id, CASE WHEN c.id IS NOT NULL THEN g.channel_id END, g.part, g.signs::bit varying, g.numbers
    FROM ${given} LEFT JOIN entries e ON e.id = g.id AND e.kind = g.kind LEFT JOIN chats c ON c.id = g.id AND g.kind = 'message'
    WHERE e.id IS NOT NULL OR c.id IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING 1`.execute(db);
  return stored.length;
}

/** Answers from now on with the vectors of this model, which are complete, and deletes those of others. */
async function useModel(db: Database, row: ModelRow, model: string, width: number | null): Promise<void> {
  if (row.vector_model === model && row.vector_failure === null) return;
  // Only if the administrator has not chosen another one in this very moment.
  await db
    .updateTable("ask_model")
    .set({ vector_model: width === null ? "" : model, vector_width: width, vector_failure: null })
    .where("embedding_model", "=", row.embedding_model)
    .where("address", "=", row.address)
    .execute();
  if (row.vector_model !== model) await dropVectorsBut(db, model);
}

async function dropVectorsBut(db: Database, model: string): Promise<void> {
  if (model === "")
    await db
      .updateTable("ask_model")
      .set({ vector_model: "", vector_width: null, vector_failure: null })
      .where("vector_model", "<>", "")
      .where("embedding_model", "=", "")
      .execute();
  await sql`DELETE FROM ask_vectors WHERE model <> ${model}`.execute(db);
}

async function widthOf(db: Database, model: string): Promise<number | null> {
  const { rows } = await sql<{ width: number }>`
    SELECT bit_length(signs) AS width FROM ask_vectors WHERE model = ${model} LIMIT 1`.execute(db);
  return rows[0]?.width ?? null;
}
