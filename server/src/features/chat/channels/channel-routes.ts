import { chatRoutes } from "@atoll/contract/chat/routes";
import { uuidv7 } from "uuidv7";
import { AppError } from "../../../platform/app-error.ts";
import { rejectViolation } from "../../../platform/database/reject-violation.ts";
import { fetchPage, placeByName } from "../../../platform/page.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { changeAs } from "../../identity/public.ts";
import { notify } from "../../notifications/public.ts";
import { accessPerson } from "../../people/public.ts";
import { selectChannels, selectHeads } from "../channel-queries.ts";
import { getChannel } from "../get-channel.ts";
import { selectDirectory } from "../member-queries.ts";
import { addMembers, assertMayAddGuests } from "../members/add-members.ts";
import { type ActingViewer, recordChannelAct } from "../members/record-channel-act.ts";
import { assertMayChat } from "../policy.ts";
import { presentChannel, presentDirectoryEntry, presentHead } from "../present.ts";
import { accessChannel } from "../public.ts";
import { countUnreadThreads } from "../threads/thread-queries.ts";
import { findFirstChannel } from "./find-first-channel.ts";
import { joinDefaultChannel } from "./join-default-channel.ts";
import { markRead, markUnread } from "./mark-read.ts";
import { openDirectChannel } from "./open-direct-channel.ts";
import { rejectLookalikeChannel, uniqueChannels } from "./reject-lookalike-channel.ts";
import { setPreferences, starChannel } from "./set-preferences.ts";
import { archiveChannel, updateChannel } from "./update-channel.ts";

/** Registers the routes of the viewer's channels and read positions. Specification, sections 2, 4 and 7 (chat). */
export function registerChannels({ routes, db, realtime }: SliceContext): void {
  routes.route(chatRoutes.listChannels, async ({ query }, { viewer }) => {
    assertMayChat(viewer);
    let rows = await selectChannels(db, viewer.id).execute();
    // Guests are only where somebody added them to.
    if (rows.length === 0 && !viewer.isGuest) {
      await joinDefaultChannel(db, viewer);
      rows = await selectChannels(db, viewer.id).execute();
    }
    const { departmentId } = query;
    const channels = rows.map((row) => presentChannel(row, viewer));
    return {
      channels: departmentId ? channels.filter((one) => one.departmentId === departmentId) : channels,
    };
  });

  routes.route(chatRoutes.getFirstChannel, async (_input, { viewer }) => {
    assertMayChat(viewer);
    return findFirstChannel(db, viewer.id);
  });

  routes.route(chatRoutes.listHeads, async (_input, { viewer }) => {
    assertMayChat(viewer);
    const [rows, unreadThreads] = await Promise.all([
      selectHeads(db, viewer.id).execute(),
      countUnreadThreads(db, viewer.id),
    ]);
    return { heads: rows.map(presentHead), unreadThreads };
  });

  routes.route(chatRoutes.openDirectChannel, async ({ params }, { viewer }) => {
    assertMayChat(viewer);
    const person = await accessPerson(db, params.personId, true);
    const id = await openDirectChannel(db, viewer, [person.id]);
    return { channel: await getChannel(db, viewer, id) };
  });

  routes.route(chatRoutes.getChannel, async ({ params }, { viewer }) => {
    const { id } = await accessChannel(db, viewer, params.channelId);
    return { channel: await getChannel(db, viewer, id) };
  });

  routes.route(chatRoutes.listDirectory, async ({ query }, { viewer }) => {
    assertMayChat(viewer);
    const { rows, nextCursor } = await fetchPage(
      query,
      placeByName,
      (after, count) => {
        const { search, channelId } = query;
        return selectDirectory(db, viewer.id, { channelId, search, after, count });
      },
      (row) => [row.name, row.id],
    );
    return { items: rows.map(presentDirectoryEntry), nextCursor };
  });

  routes.route(chatRoutes.createChannel, async ({ body }, { viewer, request }) => {
    const id = await createChannel(db, { ...viewer, address: request.ip }, body);
    return { channel: await getChannel(db, viewer, id) };
  });

  routes.route(chatRoutes.openGroupChannel, async ({ body }, { viewer }) => {
    const id = await openDirectChannel(db, viewer, body.personIds);
    return { channel: await getChannel(db, viewer, id) };
  });

  routes.route(chatRoutes.updateChannel, async ({ params, body }, { viewer, request }) => {
    await updateChannel(db, { ...viewer, address: request.ip }, params.channelId, body);
    return { channel: await getChannel(db, viewer, params.channelId) };
  });

  for (const [route, isArchived] of [
    [chatRoutes.archiveChannel, true],
    [chatRoutes.unarchiveChannel, false],
  ] as const) {
    routes.route(route, async ({ params }, { viewer, request }) => {
      await archiveChannel(db, { ...viewer, address: request.ip }, params.channelId, isArchived);
      return { channel: await getChannel(db, viewer, params.channelId) };
    });
  }

  for (const [route, isStarred] of [
    [chatRoutes.starChannel, true],
    [chatRoutes.unstarChannel, false],
  ] as const) {
    routes.route(route, async ({ params }, { viewer }) => {
      const { id } = await accessChannel(db, viewer, params.channelId);
      await starChannel(db, viewer.id, id, isStarred);
      return undefined;
    });
  }

  routes.route(chatRoutes.setPreferences, async ({ params, body }, { viewer }) => {
    const { id } = await accessChannel(db, viewer, params.channelId);
    await setPreferences(db, viewer.id, id, body);
    return { channel: await getChannel(db, viewer, id) };
  });

  routes.route(chatRoutes.markRead, async ({ params, body }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    return markRead({ db, realtime }, viewer.id, channel.id, body.seq);
  });

  routes.route(chatRoutes.markUnread, async ({ params, body }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    return markUnread({ db, realtime }, viewer.id, channel.id, body.seq);
  });
}

interface NewChannel {
  name: string;
  type: "PUBLIC" | "PRIVATE";
  topic: string;
  description: string;
  memberIds: readonly string[];
  departmentId: string | null;
  followsDepartment: boolean;
  isOwnersOnly: boolean;
}

/**
 * Creates a channel with its first members, owned by its creator. A channel that follows a department has exactly that
 * department's members. Specification, sections 5 and 7 (chat).
 * @returns its ID.
 * @throws {AppError} `forbidden` without team chat, and as `assertMayAddGuests`; `channel_name_taken` by another public channel, ignoring case;
 *   `name_looks_taken`; `person_not_found` if one of the people has left; `department_not_found` for a department that
 *   the creator is not in.
 */
async function createChannel(db: Database, viewer: ActingViewer, wanted: NewChannel): Promise<string> {
  const { departmentId, followsDepartment } = wanted;
  const id = uuidv7();
  await rejectViolation(
    changeAs(db, viewer, async (tx, creator) => {
      assertMayChat(creator);
      const isTheirs = departmentId === null || creator.departments.some((own) => own.id === departmentId);
      if (!isTheirs || (followsDepartment && departmentId === null))
        throw new AppError("department_not_found");
      await assertMayAddGuests(tx, creator, wanted.memberIds);
      await rejectLookalikeChannel(tx, creator.id, id, wanted.name);
      await tx
        .insertInto("channels")
        .values({
          id,
          name: wanted.name,
          type: wanted.type,
          topic: wanted.topic,
          description: wanted.description,
          department_id: departmentId,
          follows_department: followsDepartment,
          is_owners_only: wanted.isOwnersOnly,
          created_by: creator.id,
        })
        .execute();
      // A trigger adds the department's people when the channel starts to follow it.
      const personIds = followsDepartment
        ? undefined
        : await addMembers(tx, id, [creator.id, ...wanted.memberIds], creator.id);
      await makeOwner(tx, id, creator.id);
      await notify(tx, {
        kind: "channel.added",
        subjectId: id,
        actorId: creator.id,
        people: personIds ?? [],
      });
      await recordChannelAct(tx, viewer, id, "channel.created", personIds ? { personIds } : {});
    }),
    uniqueChannels,
  );
  return id;
}

async function makeOwner(tx: Database, channelId: string, userId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("channel_members")
    .set({ is_owner: true })
    .where("channel_id", "=", channelId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  // The creator was removed from the department at this moment.
  if (numUpdatedRows === 0n) throw new AppError("department_not_found");
}
