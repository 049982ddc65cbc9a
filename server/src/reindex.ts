import { reindex } from "./features/search/reindex.ts";
import { command, say, withDatabase } from "./operate.ts";

// Writes what search finds things by anew, whether a server runs or not.
await command(() =>
  withDatabase(async (db) => {
    await reindex(db, ({ kind, count }) => say(`${kind}: ${count}`));
    say("The index is written anew. Nobody had to stop for it.");
  }),
);
