import { canChangeMessage } from "@atoll/contract/chat/policy";
import { chatRoutes } from "@atoll/contract/chat/routes";
import type { SliceDependencies } from "../../app.ts";
import { AppError } from "../../platform/app-error.ts";
import { accessPerson, presentPerson } from "../people/access.ts";
import { accessChannel, accessMessage } from "./access.ts";
import { deleteMessage } from "./delete-message.ts";
import { editMessage } from "./edit-message.ts";
import { joinDefaultChannel } from "./join-default-channel.ts";
import { markRead } from "./mark-read.ts";
import { openDirectChannel } from "./open-direct-channel.ts";
import { ownedChannels } from "./owned-channels.ts";
import { assertMayChat } from "./policy.ts";
import { postMessage } from "./post-message.ts";
import { presentChange, presentChannel, presentHead, presentMessage } from "./present.ts";
import { changesSince, pageBefore, selectChannels, selectHeads, selectMembers } from "./queries.ts";

/** Team chat. Specification, sections 2, 4, 5, 7 and 8 (chat). */
export function registerChat({ routes, db, realtime, ownership }: SliceDependencies): void {
  ownership.register(ownedChannels);

  routes.route(chatRoutes.listChannels, async (_input, { viewer }) => {
    assertMayChat(viewer);
    let rows = await selectChannels(db, viewer.id).execute();
    if (rows.length === 0) {
      await joinDefaultChannel({ db, realtime }, viewer.id);
      rows = await selectChannels(db, viewer.id).execute();
    }
    return { channels: rows.map(presentChannel) };
  });

  routes.route(chatRoutes.listHeads, async (_input, { viewer }) => {
    assertMayChat(viewer);
    const rows = await selectHeads(db, viewer.id).execute();
    return { heads: rows.map(presentHead) };
  });

  routes.route(chatRoutes.openDirectChannel, async ({ params }, { viewer }) => {
    assertMayChat(viewer);
    if (params.personId === viewer.id) throw new AppError("person_not_found", { detail: "oneself" });
    const person = await accessPerson(db, params.personId);
    return { channel: await openDirectChannel({ db, realtime }, viewer.id, person.id) };
  });

  routes.route(chatRoutes.getChannel, async ({ params }, { viewer }) => {
    await accessChannel(db, viewer, params.channelId);
    const row = await selectChannels(db, viewer.id).where("c.id", "=", params.channelId).executeTakeFirst();
    if (!row) throw new AppError("channel_not_found");
    return { channel: presentChannel(row) };
  });

  routes.route(chatRoutes.listMembers, async ({ params, query }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    const rows = await selectMembers(db, channel.id, query.offset, query.limit);
    return { members: rows.map(presentPerson), total: channel.member_count };
  });

  routes.route(chatRoutes.listMessages, async ({ params, query }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    const rows = await pageBefore(db, channel.id, query.before, query.limit);
    const page = rows.slice(0, query.limit).reverse();
    return {
      messages: page.map(presentMessage),
      hasMore: rows.length > query.limit,
      head: rows[0]?.head ?? channel.head,
    };
  });

  routes.route(chatRoutes.listChanges, async ({ params, query }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    const rows = await changesSince(db, channel.id, query.since, query.limit);
    return {
      changes: rows.slice(0, query.limit).map(presentChange),
      hasMore: rows.length > query.limit,
      head: rows[0]?.head ?? channel.head,
    };
  });

  routes.route(chatRoutes.postMessage, async ({ params, body }, { viewer }) => {
    assertMayChat(viewer);
    const message = { id: body.id, channelId: params.channelId, content: body.content };
    return { message: await postMessage({ db, realtime }, viewer, message) };
  });

  routes.route(chatRoutes.editMessage, async ({ params, body }, { viewer }) => {
    const target = await accessOwnMessage(params.messageId, viewer);
    return { message: await editMessage({ db, realtime }, target, body.content) };
  });

  routes.route(chatRoutes.deleteMessage, async ({ params }, { viewer }) => {
    const target = await accessOwnMessage(params.messageId, viewer);
    return { message: await deleteMessage({ db, realtime }, target) };
  });

  routes.route(chatRoutes.markRead, async ({ params, body }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    return markRead({ db, realtime }, viewer.id, channel.id, body.seq);
  });

  async function accessOwnMessage(messageId: string, viewer: Parameters<typeof accessMessage>[1]) {
    const row = await accessMessage(db, viewer, messageId);
    if (!canChangeMessage(viewer, { author: { id: row.author_id } })) throw new AppError("forbidden");
    return { id: row.id, channelId: row.channel_id };
  }
}
