import { chatRoutes } from "@atoll/contract/chat/routes";
import { AppError } from "../../../platform/app-error.ts";
import { fetchPage, placeByName } from "../../../platform/page.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { changeAs, type RequestViewer } from "../../identity/public.ts";
import { presentPerson } from "../../people/public.ts";
import { getChannel } from "../get-channel.ts";
import { selectMembers } from "../member-queries.ts";
import { accessChannel, accessChannelToJoin, accessManagedChannel } from "../public.ts";
import { addMember, addMembers, assertMembersChange } from "./add-members.ts";
import { assertNotLastOwner, lockMembers } from "./lock-members.ts";
import { type ActingViewer, recordChannelAct } from "./record-channel-act.ts";

/** Registers the routes of members and owners of channels. Each write checks access in its own transaction. */
export function registerMembers({ routes, db }: SliceContext): void {
  routes.route(chatRoutes.listMembers, async ({ params, query }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    const { rows, nextCursor } = await fetchPage(
      query,
      placeByName,
      (after, count) => selectMembers(db, channel.id, { search: query.search, after, count }),
      (row) => [row.name, row.id],
    );
    const items = rows.map((row) => ({
      ...presentPerson(row),
      isOwner: row.is_owner,
      joinedAt: row.joined_at.toISOString(),
    }));
    return { items, nextCursor };
  });

  routes.route(chatRoutes.joinChannel, async ({ params }, { viewer }) => {
    await joinChannel(db, viewer, params.channelId);
    return { channel: await getChannel(db, viewer, params.channelId) };
  });

  routes.route(chatRoutes.leaveChannel, async ({ params }, { viewer, request }) => {
    await leaveChannel(db, { ...viewer, address: request.ip }, params.channelId);
    return undefined;
  });

  routes.route(chatRoutes.addMember, async ({ params }, { viewer, request }) => {
    await addMember(db, { ...viewer, address: request.ip }, params.channelId, params.personId);
    return undefined;
  });

  routes.route(chatRoutes.removeMember, async ({ params }, { viewer, request }) => {
    await removeMember(db, { ...viewer, address: request.ip }, params.channelId, params.personId);
    return undefined;
  });

  for (const [route, isOwner] of [
    [chatRoutes.addOwner, true],
    [chatRoutes.removeOwner, false],
  ] as const) {
    routes.route(route, async ({ params }, { viewer, request }) => {
      await setOwner(db, { ...viewer, address: request.ip }, params, isOwner);
      return undefined;
    });
  }
}

/**
 * Makes the viewer a member of a public channel. Idempotent. Specification, section 5.
 * @throws {AppError} as `accessChannelToJoin`.
 */
async function joinChannel(db: Database, viewer: RequestViewer, channelId: string): Promise<void> {
  await changeAs(db, viewer, async (tx, joiner) => {
    const channel = await accessChannelToJoin(tx, joiner, channelId);
    await addMembers(tx, channel.id, [joiner.id]);
  });
}

/**
 * Removes a member from a channel. The last owner stays as long as there are other members. Does nothing for a person
 * who is not a member, because two requests may coincide.
 * @throws {AppError} as `accessManagedChannel`; `department_channel`, `last_owner`.
 */
async function removeMember(
  db: Database,
  viewer: ActingViewer,
  channelId: string,
  userId: string,
): Promise<void> {
  await changeAs(db, viewer, async (tx, remover) => {
    const held = await lockMembers(tx, channelId, [remover.id, userId]);
    assertMembersChange(await accessManagedChannel(tx, remover, channelId));
    if (held.has(userId)) await deleteMember(tx, viewer, channelId, userId);
  });
}

/**
 * Removes the viewer from a channel.
 * @throws {AppError} as `accessChannel`; `direct_channel`, `department_channel`, `last_owner`.
 */
async function leaveChannel(db: Database, viewer: ActingViewer, channelId: string): Promise<void> {
  await changeAs(db, viewer, async (tx, leaver) => {
    await lockMembers(tx, channelId, [leaver.id]);
    assertMembersChange(await accessChannel(tx, leaver, channelId));
    await deleteMember(tx, viewer, channelId, leaver.id);
  });
}

async function deleteMember(
  tx: Database,
  actor: ActingViewer,
  channelId: string,
  userId: string,
): Promise<void> {
  await assertNotLastOwner(tx, channelId, userId);
  await tx
    .deleteFrom("channel_members")
    .where("channel_id", "=", channelId)
    .where("user_id", "=", userId)
    .execute();
  await recordChannelAct(tx, actor, channelId, "channel.left", { personIds: [userId] });
}

/**
 * Makes a member an owner, or an owner a regular member. Idempotent.
 * @throws {AppError} as `accessManagedChannel`; `person_not_found` if they are not a member; `forbidden` for a guest;
 *   `last_owner`.
 */
async function setOwner(
  db: Database,
  viewer: ActingViewer,
  { channelId, personId }: { channelId: string; personId: string },
  isOwner: boolean,
): Promise<void> {
  await changeAs(db, viewer, async (tx, manager) => {
    const held = await lockMembers(tx, channelId, [manager.id, personId]);
    await accessManagedChannel(tx, manager, channelId);
    if (!held.has(personId)) throw new AppError("person_not_found");
    if (isOwner) await assertNoGuest(tx, personId);
    if (!isOwner) await assertNotLastOwner(tx, channelId, personId);
    const { numUpdatedRows } = await tx
      .updateTable("channel_members")
      .set({ is_owner: isOwner })
      .where("channel_id", "=", channelId)
      .where("user_id", "=", personId)
      .where("is_owner", "!=", isOwner)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const action = isOwner ? "channel.owner-added" : "channel.owner-removed";
    await recordChannelAct(tx, viewer, channelId, action, { personIds: [personId] });
  });
}

/** @throws {AppError} `forbidden`: guests manage no channel. */
async function assertNoGuest(tx: Database, personId: string): Promise<void> {
  const guest = await tx
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", personId)
    .where("guest_until", "is not", null)
    .executeTakeFirst();
  if (guest) throw new AppError("forbidden", { detail: "a guest" });
}
