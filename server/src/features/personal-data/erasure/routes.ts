import { personalDataRoutes } from "@atoll/contract/personal-data/routes";
import type { PersonErasure } from "@atoll/contract/personal-data/schemas";
import { AppError } from "../../../platform/app-error.ts";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../../platform/page.ts";
import type { SliceContext } from "../../../slice.ts";
import { assertOwner, assertSuperAdmin } from "../../identity/public.ts";
import { noteErasures } from "./erasure-list.ts";
import { findErasable, previewErasure, retryErasure, startErasure } from "./start-erasure.ts";

/** Registers the routes of erasures, all for super administrators. */
export function registerErasures(context: SliceContext): void {
  const { routes, db } = context;

  routes.route(personalDataRoutes.listErasures, async ({ query }, { viewer }) => {
    assertSuperAdmin(viewer);
    const { rows, nextCursor } = await fetchPage(
      query,
      placeInTime,
      (after, count) =>
        selectErasures(context)
          .select(exactInstant("requested_at").as("place"))
          .where(isBehind("requested_at", "id", after))
          .orderBy("requested_at", "desc")
          .orderBy("id", "desc")
          .limit(count)
          .execute(),
      ({ place, id }) => [place, id],
    );
    return { items: await present(context, rows), nextCursor };
  });

  routes.route(personalDataRoutes.findErasable, async ({ query }, { viewer }) => {
    assertSuperAdmin(viewer);
    return { people: await findErasable(db, query.search) };
  });

  routes.route(personalDataRoutes.previewErasure, async ({ params }, { viewer }) => {
    assertSuperAdmin(viewer);
    return previewErasure(context, params.personId);
  });

  routes.route(personalDataRoutes.startErasure, async ({ body }, { viewer, request }) => {
    assertSuperAdmin(viewer);
    await assertOwner(db, viewer, body.currentPassword, request.ip);
    await startErasure(context, { ...viewer, address: request.ip }, body);
    await noteErasures(context);
    return { erasure: await findErasure(context, body.id) };
  });

  routes.route(personalDataRoutes.retryErasure, async ({ params }, { viewer, request }) => {
    assertSuperAdmin(viewer);
    await retryErasure(context, { ...viewer, address: request.ip }, params.erasureId);
    return { erasure: await findErasure(context, params.erasureId) };
  });
}

const selectErasures = ({ db }: Pick<SliceContext, "db">) =>
  db
    .selectFrom("erasures")
    .select(["id", "person_id", "keeps_texts", "requested_by", "state", "failure"])
    .select(["steps_done", "steps_total", "change_count", "requested_at", "finished_at"]);

type Row = Awaited<ReturnType<ReturnType<typeof selectErasures>["execute"]>>[number];

async function findErasure(context: SliceContext, id: string): Promise<PersonErasure> {
  const [found] = await present(context, await selectErasures(context).where("id", "=", id).execute());
  if (!found) throw new AppError("erasure_not_found");
  return found;
}

async function present({ people }: SliceContext, rows: readonly Row[]): Promise<PersonErasure[]> {
  const shown = await people.of(rows.flatMap((row) => row.requested_by ?? []));
  return rows.map((row) => ({
    ...{ id: row.id, personId: row.person_id, keepsTexts: row.keeps_texts },
    requestedBy: shown.get(row.requested_by ?? "") ?? null,
    ...{ state: row.state, failure: row.failure, changeCount: row.change_count },
    ...{ stepsDone: row.steps_done, stepsTotal: row.steps_total },
    requestedAt: row.requested_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }));
}
