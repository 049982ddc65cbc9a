import { announcementState } from "@atoll/contract/announcements/policy";
import { announcementRoutes } from "@atoll/contract/announcements/routes";
import type { SliceContext } from "../../slice.ts";
import type { RequestViewer } from "../identity/access.ts";
import { ownRoom } from "../people/access.ts";
import { accessAnnouncement } from "./access.ts";
import { archiveAnnouncement } from "./archive-announcement.ts";
import { changeAnnouncement } from "./change-announcement.ts";
import { createAnnouncement } from "./create-announcement.ts";
import { deleteAnnouncement } from "./delete-announcement.ts";
import { createReadersBroadcast } from "./ledger/broadcast-readers.ts";
import { exportReaders } from "./ledger/export-readers.ts";
import { nudgeReaders } from "./ledger/nudge-readers.ts";
import { readPace } from "./ledger/pace.ts";
import { listReaders, summariseReaders } from "./ledger/readers.ts";
import { countOf, listAnnouncements } from "./list-announcements.ts";
import { confirmAnnouncement, markRead } from "./mark-read.ts";
import { assertMaySeeReaders, assertMayWrite, partsOf } from "./policy.ts";
import { presentListed, presentOpen } from "./present.ts";
import { measureReach } from "./publish/measure-reach.ts";
import { publishAnnouncement } from "./publish/publish-announcement.ts";
import { withdrawAnnouncement } from "./publish/withdraw-announcement.ts";

/**
 * Registers the routes for writing, publishing and reading announcements. Specification, sections 4 and 7
 * (announcements).
 */
export function registerAnnouncements(context: SliceContext): void {
  const { routes, db, people, realtime } = context;
  const broadcastToReaders = createReadersBroadcast(context);
  const open = async (viewer: RequestViewer, announcementId: string) => ({
    announcement: await presentOpen(people, viewer.id, await accessAnnouncement(db, viewer, announcementId)),
  });

  routes.route(announcementRoutes.listAnnouncements, async ({ query }, { viewer }) => {
    const { rows, nextCursor } = await listAnnouncements(db, viewer, query);
    return { items: await presentListed(people, viewer.id, rows), nextCursor };
  });

  routes.route(announcementRoutes.countAnnouncements, (_input, { viewer }) => countOf(db, viewer));

  routes.route(announcementRoutes.measureReach, async ({ query }, { viewer }) => {
    assertMayWrite(viewer);
    return measureReach(context, { departmentIds: query.departments, roleIds: query.roles });
  });

  routes.route(announcementRoutes.createAnnouncement, async ({ body }, { viewer }) => {
    assertMayWrite(viewer);
    await createAnnouncement(context, viewer, body);
    return open(viewer, body.id);
  });

  routes.route(announcementRoutes.getAnnouncement, ({ params }, { viewer }) =>
    open(viewer, params.announcementId),
  );

  routes.route(announcementRoutes.changeAnnouncement, async ({ params, body }, { viewer, request }) => {
    await changeAnnouncement(context, viewer, { address: request.ip }, params.announcementId, body);
    return open(viewer, params.announcementId);
  });

  routes.route(announcementRoutes.publishAnnouncement, async ({ params, body }, { viewer, request }) => {
    await publishAnnouncement(context, viewer, { address: request.ip }, { ...params, ...body });
    const answer = await open(viewer, params.announcementId);
    const { readStatus } = answer.announcement;
    // The publisher has read it, so their other devices are told.
    if (readStatus) realtime.send(ownRoom(viewer.id), "announcement.read", { ...params, readStatus });
    return answer;
  });

  routes.route(announcementRoutes.withdrawAnnouncement, async ({ params }, { viewer, request }) => {
    await withdrawAnnouncement(context, viewer, { address: request.ip }, params.announcementId);
    return open(viewer, params.announcementId);
  });

  routes.route(announcementRoutes.archiveAnnouncement, async ({ params }, { viewer, request }) => {
    await archiveAnnouncement(context, viewer, { address: request.ip }, params.announcementId);
    return open(viewer, params.announcementId);
  });

  routes.route(announcementRoutes.deleteAnnouncement, async ({ params }, { viewer, request }) => {
    await deleteAnnouncement(context, viewer, { address: request.ip }, params.announcementId);
    return undefined;
  });

  routes.route(announcementRoutes.markAnnouncementRead, async ({ params }, { viewer }) => ({
    readStatus: await markRead(context, broadcastToReaders, viewer, params.announcementId),
  }));

  routes.route(announcementRoutes.confirmAnnouncement, async ({ params, body }, { viewer }) => ({
    readStatus: await confirmAnnouncement(context, broadcastToReaders, viewer, { ...params, ...body }),
  }));

  const accessLedger = async (viewer: RequestViewer, announcementId: string) => {
    const row = await accessAnnouncement(db, viewer, announcementId);
    assertMaySeeReaders(viewer, row);
    return row;
  };

  routes.route(announcementRoutes.getReadersSummary, async ({ params }, { viewer }) => {
    const row = await accessLedger(viewer, params.announcementId);
    const [summary, pace] = await Promise.all([summariseReaders(db, viewer.id, row), readPace(db, row)]);
    // Nobody can read it any more, so nobody is reminded.
    const isOver = announcementState(partsOf(row), Date.now()) !== "PUBLISHED";
    return { ...summary, nudgeable: isOver ? 0 : summary.nudgeable, pace };
  });

  routes.route(announcementRoutes.listReaders, async ({ params, query }, { viewer }) =>
    listReaders(context, await accessLedger(viewer, params.announcementId), query),
  );

  routes.route(
    announcementRoutes.exportReaders,
    async ({ params, query }, { viewer, viewerNow, request }) => {
      const row = await accessLedger(viewer, params.announcementId);
      const acting = { actor: { id: viewer.id, name: viewer.name }, address: request.ip };
      return exportReaders(context, acting, row, query, async () =>
        assertMaySeeReaders(await viewerNow(), row),
      );
    },
  );

  routes.route(announcementRoutes.nudgeReaders, async ({ params, body }, { viewer }) => {
    const row = await accessLedger(viewer, params.announcementId);
    const nudged = await nudgeReaders(db, viewer, row, body.personIds);
    broadcastToReaders(params.announcementId);
    return { nudged };
  });
}
