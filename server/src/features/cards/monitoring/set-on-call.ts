import type { Overview } from "@atoll/contract/cards/overview-schemas";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { SliceContext } from "../../../slice.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { departmentOf, readOnCall } from "../lists/overview.ts";
import { broadcastSections, holdMember } from "../rooms.ts";
import { notifyOfFiring } from "./on-call-alerts.ts";

/**
 * Chooses who is on call for a department of the viewer's. They are notified of what fires already.
 * @throws {AppError} `section_not_found` when the viewer is no member, `person_not_found` for somebody who is none.
 */
export async function setOnCall(
  context: SliceContext,
  viewer: RequestViewer,
  slug: string,
  { personId, until }: { personId: string | null; until: string },
): Promise<Overview["onCall"]> {
  const departmentId = departmentOf(viewer, slug);
  await transact(context.db, async (tx) => {
    if (!(await holdMember(tx, departmentId, viewer.id))) throw new AppError("section_not_found");
    if (personId === null) {
      await tx.deleteFrom("on_call").where("department_id", "=", departmentId).execute();
      return;
    }
    if (!(await holdMember(tx, departmentId, personId))) throw new AppError("person_not_found");
    const before = await readOnCall({ db: tx, people: context.people }, departmentId);
    const values = { person_id: personId, until: new Date(until) };
    await tx
      .insertInto("on_call")
      .values({ department_id: departmentId, ...values })
      .onConflict((conflict) => conflict.column("department_id").doUpdateSet(values))
      .execute();
    if (before?.person.id !== personId) await notifyOfFiring(tx, departmentId);
  });
  await broadcastSections(context, departmentId);
  return readOnCall(context, departmentId);
}
