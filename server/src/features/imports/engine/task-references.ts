import { createHash } from "node:crypto";
import { sql } from "kysely";
import { UUID } from "uuidv7";
import type { NamedTask } from "../../tasks/public.ts";
import { namedTasks, type SourceRecord } from "../archive/records.ts";
import { findItems, type Ground } from "./ground.ts";
import type { ImportRow } from "./import-row.ts";

/**
 * Returns the ID of the task that an import makes of a record. It follows from the record's key, so that a text can link
 * to a task that a later batch writes. Another run of the same import gives another one.
 */
export function taskIdOf({ id, created_at, started_at }: ImportRow, key: string): string {
  const startedAt = started_at ?? created_at;
  const hash = createHash("sha256")
    .update(JSON.stringify([id, startedAt, key]))
    .digest();
  const [a, b, c] = [hash.readUInt16BE(0) >>> 4, hash.readUInt32BE(2) >>> 2, hash.readUInt32BE(6)];
  return UUID.fromFieldsV7(startedAt.getTime(), a, b, c).toString();
}

/** Returns the links of texts to the tasks that they name, as far as these are imported. */
export async function linkTasks(
  ground: Ground,
  records: readonly SourceRecord[],
): Promise<(named: NamedTask) => string> {
  const named = records.flatMap(namedTasks);
  if (named.length === 0) return ({ original }) => original;
  const items = await findItems(ground, [...new Set(named.map(({ task }) => task))]);
  const { rows } = await sql<{ key: string }>`SELECT p.key FROM import_places p
      LEFT JOIN import_places b ON b.import_id = p.import_id AND b.key = p.parent_key
    WHERE p.import_id = ${ground.row.id} AND p.key = ANY(${[...new Set(named.map(({ placeKey }) => placeKey))]}::text[])
      AND p.outcome <> 'skip' AND b.outcome IS DISTINCT FROM 'skip'`.execute(ground.tx);
  const isIn = new Set(rows.map(({ key }) => key));
  return ({ task, placeKey, original, words }) => {
    const there = items.get(task);
    if (!there && !isIn.has(placeKey)) return original;
    const path = `/tasks?task=${there?.target_id ?? taskIdOf(ground.row, task)}`;
    return words === null ? path : `[${words.replace(/([[\]\\])/g, "\\$1")}](${path})`;
  };
}
