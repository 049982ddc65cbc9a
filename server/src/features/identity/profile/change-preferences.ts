import type { PreferencesChange } from "@atoll/contract/identity/preferences-schema";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { changeAs, type RequestViewer } from "../access.ts";

/** Merges a person's new preferences into the stored ones. The database announces them to their devices. */
export async function changePreferences(
  db: Database,
  viewer: Pick<RequestViewer, "id" | "sessionId">,
  change: PreferencesChange,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await changeAs(db, viewer, async (tx) => {
    // One statement, so that concurrent changes on two devices both apply.
    await sql`UPDATE accounts SET preferences = preferences || ${JSON.stringify(change)}::jsonb
      WHERE id = ${viewer.id}`.execute(tx);
  });
}
