import type { retentionRoutes } from "@atoll/contract/retention/routes";
import type { LegalHoldAct } from "@atoll/contract/retention/schemas";
import type { RouteInput } from "@atoll/contract/route";
import { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import { fetchPage } from "../../platform/page.ts";
import type { Changer } from "../../slice.ts";
import type { Database } from "../../tables.ts";

/** Adds to the log of holds, which is not the audit log: its readers must not learn of holds. */
export async function recordHold(
  tx: Database,
  viewer: Changer,
  holdId: string,
  action: LegalHoldAct["action"],
  { before, after }: { before?: object; after?: object },
): Promise<void> {
  await tx
    .insertInto("legal_hold_acts")
    .values({
      ...{ hold_id: holdId, actor_id: viewer.id, actor_name: viewer.name, action, address: viewer.address },
      ...{ before: before ? JSON.stringify(before) : null, after: after ? JSON.stringify(after) : null },
    })
    .execute();
}

const actPlace = z.tuple([z.int().min(1)]);

/**
 * Lists what was done with a hold, the newest first.
 * @throws {AppError} `legal_hold_not_found`.
 */
export async function listActs(
  db: Database,
  holdId: string,
  query: RouteInput<typeof retentionRoutes.listHoldActs>["query"],
) {
  const hold = await db.selectFrom("legal_holds").select("id").where("id", "=", holdId).executeTakeFirst();
  if (!hold) throw new AppError("legal_hold_not_found");
  const { rows, nextCursor } = await fetchPage(
    query,
    actPlace,
    (after, count) =>
      db
        .selectFrom("legal_hold_acts")
        .selectAll()
        .where("hold_id", "=", holdId)
        .$if(after !== undefined, (acts) => acts.where("id", "<", after?.[0] ?? 0))
        .orderBy("id", "desc")
        .limit(count)
        .execute(),
    ({ id }) => [id],
  );
  return {
    items: rows.map(
      ({ id, at, action, before, after, address, ...row }): LegalHoldAct => ({
        ...{ id, at: at.toISOString(), action, before, after, address },
        actor: { id: row.actor_id, name: row.actor_name },
      }),
    ),
    nextCursor,
  };
}
