import { newEventSchema } from "@atoll/contract/calendar/schemas";
import { canTickItem } from "@atoll/contract/onboarding/policy";
import { onboardingRoutes } from "@atoll/contract/onboarding/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../platform/app-error.ts";
import { transact } from "../../platform/database/transact.ts";
import type { SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { broadcastChange, insertEvent } from "../calendar/public.ts";
import type { RequestViewer } from "../identity/public.ts";
import { findAudienceChoices } from "../people/public.ts";
import { changeOnboarding, moveItem, nudge, setStopped } from "./change-onboarding.ts";
import { findFigures } from "./figures.ts";
import { listOnboardings, listOwn, openOnboarding } from "./list-onboardings.ts";
import { minutesAfter } from "./make-items.ts";
import { createPath, listPaths, openPath, savePath, setPathState } from "./paths.ts";
import { assertMayManage, partsOf } from "./policy.ts";
import { canTickByHand, whomToMeet } from "./present.ts";
import { lockItem } from "./public.ts";
import { startByHand } from "./start-onboarding.ts";

/** Registers the routes of onboardings. */
export function registerOnboarding(context: SliceContext): void {
  const { routes, db } = context;
  const open = async (viewer: RequestViewer, id: string) => ({
    onboarding: await openOnboarding(context, viewer, id),
  });

  routes.route(onboardingRoutes.listOwnOnboardings, async (_input, { viewer }) => ({
    items: await listOwn(context, viewer),
  }));

  routes.route(onboardingRoutes.getOnboardingFigures, (_input, { viewer }) => findFigures(context, viewer));

  routes.route(onboardingRoutes.listOnboardings, ({ query }, { viewer }) =>
    listOnboardings(context, viewer, query),
  );

  routes.route(onboardingRoutes.startOnboarding, async ({ body }, { viewer, request }) => {
    await startByHand(context, viewer, request.ip, body);
    return open(viewer, body.id);
  });

  routes.route(onboardingRoutes.getOnboarding, ({ params }, { viewer }) => open(viewer, params.onboardingId));

  routes.route(onboardingRoutes.changeOnboarding, async ({ params, body }, { viewer }) => {
    await changeOnboarding(context, viewer, params.onboardingId, body);
    return open(viewer, params.onboardingId);
  });

  routes.route(onboardingRoutes.stopOnboarding, async ({ params }, { viewer, request }) => {
    await setStopped(db, viewer, request.ip, params.onboardingId, true);
    return open(viewer, params.onboardingId);
  });

  routes.route(onboardingRoutes.resumeOnboarding, async ({ params }, { viewer, request }) => {
    await setStopped(db, viewer, request.ip, params.onboardingId, false);
    return open(viewer, params.onboardingId);
  });

  routes.route(onboardingRoutes.nudgeNewcomer, async ({ params }, { viewer }) => {
    await nudge(db, viewer, params.onboardingId);
    return open(viewer, params.onboardingId);
  });

  routes.route(onboardingRoutes.tickOnboardingItem, async ({ params }, { viewer }) => {
    await setItemDone(db, viewer, params, true);
    return open(viewer, params.onboardingId);
  });

  routes.route(onboardingRoutes.untickOnboardingItem, async ({ params }, { viewer }) => {
    await setItemDone(db, viewer, params, false);
    return open(viewer, params.onboardingId);
  });

  routes.route(onboardingRoutes.moveOnboardingItem, async ({ params, body }, { viewer }) => {
    await moveItem(db, viewer, params, body.dueOn);
    return open(viewer, params.onboardingId);
  });

  routes.route(onboardingRoutes.bookOnboardingMeeting, async ({ params, body }, { viewer }) => {
    await bookMeeting(context, viewer, params, body);
    return open(viewer, params.onboardingId);
  });
}

/** Registers the routes of paths, for people who manage onboarding. */
export function registerPaths(context: SliceContext): void {
  const { routes, db } = context;
  const open = async (viewer: RequestViewer, pathId: string) => ({
    path: await openPath(context, viewer, pathId),
  });

  routes.route(onboardingRoutes.listPaths, async (_input, { viewer }) => ({
    items: await listPaths(context, viewer),
  }));

  routes.route(onboardingRoutes.getPathAudience, (_input, { viewer }) => {
    assertMayManage(viewer);
    return findAudienceChoices(db);
  });

  routes.route(onboardingRoutes.createPath, async ({ body }, { viewer }) => {
    await createPath(context, viewer, body);
    return open(viewer, body.id);
  });

  routes.route(onboardingRoutes.getPath, ({ params }, { viewer }) => open(viewer, params.pathId));

  routes.route(onboardingRoutes.savePath, async ({ params, body }, { viewer }) => {
    await savePath(context, viewer, params.pathId, body);
    return open(viewer, params.pathId);
  });

  routes.route(onboardingRoutes.publishPath, async ({ params }, { viewer, request }) => {
    await setPathState(context, viewer, request.ip, params.pathId, "published");
    return open(viewer, params.pathId);
  });

  routes.route(onboardingRoutes.archivePath, async ({ params }, { viewer, request }) => {
    await setPathState(context, viewer, request.ip, params.pathId, "archived");
    return open(viewer, params.pathId);
  });
}

/**
 * Creates a meeting of the newcomer with the person to meet, in the viewer's calendar. An item has one meeting: a
 * second request leaves the first.
 * @throws {AppError} `onboarding_not_found`; `forbidden` for an item of somebody else, or one that is not a meeting;
 *   `attendee_unavailable`.
 */
async function bookMeeting(
  context: SliceContext,
  viewer: RequestViewer,
  ids: { onboardingId: string; itemId: string },
  { start, zone, minutes }: { start: string; zone: string; minutes: number },
): Promise<void> {
  const eventId = await transact(context.db, async (tx) => {
    const { onboarding, item } = await lockItem(tx, viewer, ids);
    const personId = whomToMeet(onboarding, item);
    if (!canTickItem(viewer, partsOf(onboarding), item.doer) || item.kind !== "meet" || personId === null)
      throw new AppError("forbidden", { detail: "nobody to meet" });
    if (item.event_id !== null) return undefined;
    const names = await context.people.of([onboarding.person_id, personId]);
    const nameOf = (id: string) => names.get(id)?.name ?? "a colleague";
    const id = uuidv7();
    const event = newEventSchema.parse({
      id,
      title: `${nameOf(onboarding.person_id)} and ${nameOf(personId)}`.slice(0, 150),
      description: item.note,
      start,
      end: minutesAfter(start, minutes),
      zone,
      invite: { personIds: [onboarding.person_id, personId].filter((one) => one !== viewer.id) },
    });
    await insertEvent(tx, viewer, event);
    await tx
      .updateTable("onboarding_items")
      .set({
        event_id: id,
        made_at: sql`now()`,
        due_on: start.slice(0, 10),
        at_time: start.slice(11, 16),
        minutes,
      })
      .where("id", "=", item.id)
      .execute();
    return id;
  });
  if (eventId !== undefined) await broadcastChange(context, { eventIds: [eventId], before: [] });
}

/**
 * Ticks or unticks an item. Idempotent: the first person and time stay.
 * @throws {AppError} `onboarding_not_found`; `forbidden` for an item of somebody else; `item_ticked_by_itself` for a
 *   page or task, which is ticked when it is read or done.
 */
function setItemDone(
  db: Database,
  viewer: RequestViewer,
  ids: { onboardingId: string; itemId: string },
  isDone: boolean,
): Promise<void> {
  return transact(db, async (tx) => {
    const { onboarding, item } = await lockItem(tx, viewer, ids);
    if (!canTickItem(viewer, partsOf(onboarding), item.doer))
      throw new AppError("forbidden", { detail: "not their item" });
    if (!canTickByHand(viewer, onboarding, item)) throw new AppError("item_ticked_by_itself");
    if ((item.done_at !== null) === isDone) return;
    await tx
      .updateTable("onboarding_items")
      .set(isDone ? { done_at: sql<Date>`now()`, done_by: viewer.id } : { done_at: null, done_by: null })
      .where("id", "=", item.id)
      .execute();
  });
}
