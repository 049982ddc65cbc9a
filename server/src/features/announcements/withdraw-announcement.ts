import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/access.ts";
import { asDecision, type Deciding, note } from "./decide.ts";
import { changed, type HeldAnnouncement } from "./hold-announcement.ts";
import { assertMayPublish } from "./policy.ts";
import { retellOf } from "./told-places.ts";

/** Makes a draft again of what is scheduled or out. @throws {AppError} `announcement_not_found`, `forbidden`. */
export const withdrawAnnouncement = asDecision(withdrawHeld);

/** The same of one that is held. */
export async function withdrawHeld(
  tx: Database,
  viewer: RequestViewer,
  deciding: Deciding,
  row: HeldAnnouncement,
): Promise<void> {
  assertMayPublish(viewer);
  if (row.status === "DRAFT" && row.scheduled_for === null) return;
  await tx
    .updateTable("announcements")
    .set({ ...changed, status: "DRAFT", published_at: null, scheduled_for: null, scheduled_by: null })
    .where("id", "=", row.id)
    .execute();
  await retellOf(tx, [row.id]);
  if (row.status !== "DRAFT") await note(tx, "announcement.withdrawn", viewer, deciding, row);
}
