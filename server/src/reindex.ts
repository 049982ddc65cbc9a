import { reindex } from "./features/search/reindex.ts";
import { command, say, withDatabase } from "./operate.ts";

// Rebuilds the search index, whether a server is running or not.
await command(() =>
  withDatabase(async (db) => {
    await reindex(db, ({ kind, count }) => say(`${kind}: ${count}`));
    say("The search index has been rebuilt. No server had to stop.");
  }),
);
