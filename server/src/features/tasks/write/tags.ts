import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { isReadable } from "../readable.ts";

const maxSuggestions = 20;

/** Returns the tags with a prefix on tasks that the viewer may read, the most used first. */
export function suggestTags(
  db: Database,
  viewer: RequestViewer,
  text: string,
): Promise<{ tag: string; count: number }[]> {
  return db
    .selectFrom(({ selectFrom }) =>
      selectFrom("tasks as t")
        .select(sql<string>`unnest(t.tags)`.as("tag"))
        .where(isReadable(viewer))
        .as("used"),
    )
    .select(["used.tag", ({ fn }) => fn.countAll<number>().as("count")])
    .where(sql<boolean>`starts_with(used.tag, ${text.toLowerCase()})`)
    .groupBy("used.tag")
    .orderBy("count", "desc")
    .orderBy("used.tag")
    .limit(maxSuggestions)
    .execute();
}
