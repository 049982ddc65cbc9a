import { sql } from "kysely";
import type { Slice } from "../../slice.ts";
import { registerFeeds } from "./routes.ts";

/** Feeds: addresses by which programs follow what their owner may read. */
export const feeds: Slice = {
  name: "feeds",
  routes: [registerFeeds],
  personalData: {
    feeds: {
      title: "Feeds",
      erase: "account",
      where: (personId) => sql<boolean>`t.id IN (SELECT s.id FROM sessions s WHERE s.user_id = ${personId})`,
      columns: ["name", "is_endless", "used_at", "used_address"],
    },
  },
};
