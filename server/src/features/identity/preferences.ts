import { defaultPreferences } from "@atoll/contract/identity/default-preferences";
import type { Preferences } from "@atoll/contract/identity/preferences";
import { type PreferencesChange, preferencesSchema } from "@atoll/contract/identity/preferences-schema";
import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import { changeAs, type RequestViewer } from "./access.ts";

/** Keeps what a person chose, beside what they chose before. Their devices hear of it by the database. */
export async function changePreferences(
  db: Database,
  viewer: Pick<RequestViewer, "id" | "sessionId">,
  change: PreferencesChange,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await changeAs(db, viewer, async (tx) => {
    // One statement: of two devices at the same moment neither loses what it chose.
    await sql`UPDATE accounts SET preferences = preferences || ${JSON.stringify(change)}::jsonb
      WHERE id = ${viewer.id}`.execute(tx);
  });
}

/** What was chosen over the standard; what another version does not know is left out, never the whole. */
export function presentPreferences(stored: Partial<Preferences>): Preferences {
  const { language, timeZone, firstDay, hours } = preferencesSchema.shape;
  const or = <T>(parsed: { success: true; data: T } | { success: false }, standard: T) =>
    parsed.success ? parsed.data : standard;
  return {
    language: or(language.safeParse(stored.language), defaultPreferences.language),
    timeZone: or(timeZone.safeParse(stored.timeZone), defaultPreferences.timeZone),
    firstDay: or(firstDay.safeParse(stored.firstDay), defaultPreferences.firstDay),
    hours: or(hours.safeParse(stored.hours), defaultPreferences.hours),
  };
}
