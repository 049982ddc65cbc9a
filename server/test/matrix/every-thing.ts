import { sql } from "kysely";
import type { World } from "./world.ts";

/** The tables of the kinds that texts refer to, and what is readable by the fewest people in them, first. */
const tables: Readonly<Record<string, { name: string; order: string }>> = {
  article: { name: "articles", order: "status <> 'DRAFT', created_at" },
  task: { name: "tasks", order: "created_at" },
  channel: { name: "channels", order: "type = 'PUBLIC', created_at" },
  person: { name: "accounts", order: "created_at" },
  announcement: { name: "announcements", order: "published_at IS NOT NULL, created_at" },
  event: { name: "events", order: "created_at" },
};

/** Returns ids of things of a kind, readable or not, since a text may name any of them. */
export async function everyThing(world: World, kind: string, count: number): Promise<string[]> {
  const table = tables[kind];
  if (!table) throw new Error(`There is no table for ${kind}`);
  const { rows } = await sql<{ id: string }>`SELECT id FROM ${sql.table(table.name)}
    ORDER BY ${sql.raw(table.order)}, id LIMIT ${count}`.execute(world.db);
  return rows.map(({ id }) => id);
}
