import { announcementState } from "@atoll/contract/announcements/policy";
import { announcementRoutes } from "@atoll/contract/announcements/routes";
import type { newAnnouncementSchema } from "@atoll/contract/announcements/schemas";
import type { Mention } from "@atoll/contract/mentions";
import type { z } from "zod";
import { createOnce, hashSent, insertNew, type Sent } from "../../platform/create-once.ts";
import { transact } from "../../platform/database/transact.ts";
import type { ChangeSources, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { attachFiles } from "../files/public.ts";
import type { RequestViewer } from "../identity/public.ts";
import { assertAudienceThere, ownRoom } from "../people/public.ts";
import { changeAnnouncement } from "./change-announcement.ts";
import { deleteAnnouncement } from "./delete-announcement.ts";
import { createReadersBroadcast } from "./ledger/broadcast-readers.ts";
import { exportReaders } from "./ledger/export-readers.ts";
import { nudgeReaders } from "./ledger/nudge-readers.ts";
import { readPace } from "./ledger/pace.ts";
import { listReaders, summariseReaders } from "./ledger/readers.ts";
import { countOf, listAnnouncements } from "./list-announcements.ts";
import { confirmAnnouncement, markRead } from "./mark-read.ts";
import { broadcastChange } from "./notifications/broadcast-change.ts";
import { assertMaySeeReaders, assertMayWrite, partsOf } from "./policy.ts";
import { presentListed, presentOpen } from "./present.ts";
import { accessAnnouncement } from "./public.ts";
import { leaveReaders } from "./publish/announcement-changes.ts";
import { measureReach } from "./publish/measure-reach.ts";
import { publishAnnouncement } from "./publish/publish-announcement.ts";
import { announcementKind } from "./readable.ts";
import { findMentioned, namedIn } from "./resolve-mentions.ts";

type ToCreate = z.output<typeof newAnnouncementSchema>;

/**
 * Creates a draft. A repeated request, sent when the response was lost, gets the same response. Specification, sections
 * 4 and 7 (announcements).
 * @throws {AppError} `announcement_id_taken`, `audience_unknown`, `attachment_not_found`.
 */
async function createAnnouncement(
  sources: ChangeSources,
  viewer: RequestViewer,
  input: ToCreate,
): Promise<void> {
  const mentioned = await findMentioned(sources.people, input.mentionIds);
  const isNew = await transact(sources.db, (tx) => insertAnnouncement(tx, viewer, input, mentioned));
  if (isNew) await broadcastChange(sources, { announcementId: input.id, before: [ownRoom(viewer.id)] });
}

async function insertAnnouncement(
  tx: Database,
  viewer: RequestViewer,
  input: ToCreate,
  mentioned: readonly Mention[],
): Promise<boolean> {
  const { id, attachmentIds, departmentIds, roleIds } = input;
  const content = { ...input, departmentIds: departmentIds.toSorted(), roleIds: roleIds.toSorted() };
  const sent = { byId: viewer.id, hash: hashSent(content) };
  const { isNew } = await createOnce(sent, {
    insert: () => insertRow(tx, input, mentioned, sent),
    find: () =>
      tx
        .selectFrom("announcements")
        .select(["author_id", "sent_hash"])
        .where("id", "=", id)
        .executeTakeFirst(),
    sentOf: (row) => ({ byId: row.author_id, hash: row.sent_hash }),
    taken: "announcement_id_taken",
  });
  if (!isNew) return false;
  await assertAudienceThere(tx, { departmentIds, roleIds });
  await attachFiles(tx, viewer.id, { kind: announcementKind, id }, attachmentIds);
  return true;
}

/** @returns whether the row was inserted: false if the ID exists already. */
async function insertRow(
  tx: Database,
  input: ToCreate,
  mentioned: readonly Mention[],
  { byId, hash }: Sent,
): Promise<boolean> {
  return insertNew(
    tx.insertInto("announcements").values({
      id: input.id,
      title: input.title,
      content: input.content,
      priority: input.priority,
      author_id: byId,
      department_ids: input.departmentIds,
      role_ids: input.roleIds,
      expires_at: dateOf(input.expiresAt),
      must_read: input.mustRead,
      due_at: dateOf(input.dueAt),
      allows_comments: input.allowsComments,
      by_mail: input.byMail,
      mentions: JSON.stringify(namedIn(input.content, mentioned)),
      sent_hash: hash,
    }),
  );
}

const dateOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant));

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
    return measureReach(context, viewer.id, { departmentIds: query.departments, roleIds: query.roles });
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

  routes.route(announcementRoutes.withdrawAnnouncement, async ({ params, query }, { viewer, request }) => {
    const leaving = { status: "DRAFT", changeId: query?.changeId } as const;
    await leaveReaders(context, { ...viewer, address: request.ip }, params.announcementId, leaving);
    return open(viewer, params.announcementId);
  });

  routes.route(announcementRoutes.archiveAnnouncement, async ({ params, query }, { viewer, request }) => {
    const leaving = { status: "ARCHIVED", changeId: query?.changeId } as const;
    await leaveReaders(context, { ...viewer, address: request.ip }, params.announcementId, leaving);
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
