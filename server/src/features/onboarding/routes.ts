import { onboardingRoutes } from "@atoll/contract/onboarding/routes";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/access.ts";
import { findAudienceChoices } from "../people/access.ts";
import { bookMeeting } from "./book-meeting.ts";
import { changeOnboarding, moveItem, nudge, setStopped } from "./change-onboarding.ts";
import { findFigures } from "./figures.ts";
import { listOnboardings, listOwn, openOnboarding } from "./list-onboardings.ts";
import { createPath, listPaths, openPath, savePath, setPathState } from "./paths.ts";
import { assertMayManage } from "./policy.ts";
import { startByHand } from "./start-onboarding.ts";
import { setItemDone } from "./tick-item.ts";

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
