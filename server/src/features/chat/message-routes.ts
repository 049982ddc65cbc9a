import { canChangeMessage } from "@atoll/contract/chat/policy";
import { chatRoutes } from "@atoll/contract/chat/routes";
import type { SliceDependencies } from "../../app.ts";
import { AppError } from "../../platform/app-error.ts";
import { presentPerson } from "../people/access.ts";
import { accessChannel, accessMessage } from "./access.ts";
import { deleteMessage } from "./delete-message.ts";
import { editMessage } from "./edit-message.ts";
import { readHistory } from "./history.ts";
import { changesSince, findMessage, pinnedIn, reactorsOf } from "./message-queries.ts";
import { pinMessage } from "./pin-message.ts";
import { assertMayChat } from "./policy.ts";
import { postMessage } from "./post-message.ts";
import { isGone, presentChange, presentMessage } from "./present.ts";
import { reactToMessage } from "./react-to-message.ts";

/** Messages of a channel, and what is done to them. Specification, sections 4, 5 and 7 (chat). */
export function registerMessages({ routes, db, realtime }: SliceDependencies): void {
  const deps = { db, realtime };

  routes.route(chatRoutes.listMessages, async ({ params, query }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    return readHistory(db, channel, query);
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
    return { message: await postMessage(deps, viewer, { ...body, channelId: params.channelId }) };
  });

  routes.route(chatRoutes.getMessage, async ({ params }, { viewer }) => {
    const target = await accessMessage(db, viewer, params.messageId);
    const row = await findMessage(db, target.id);
    if (!row || isGone(row)) throw new AppError("message_not_found");
    const channel = { id: target.channel_id, name: target.channel_name, type: target.channel_type };
    return { message: presentMessage(row), channel };
  });

  routes.route(chatRoutes.editMessage, async ({ params, body }, { viewer }) => {
    const target = await accessMessage(db, viewer, params.messageId);
    assertAuthor(viewer, target);
    return { message: await editMessage(deps, viewer.id, target, body) };
  });

  routes.route(chatRoutes.deleteMessage, async ({ params }, { viewer }) => {
    const target = await accessMessage(db, viewer, params.messageId);
    assertAuthor(viewer, target);
    return { message: await deleteMessage(deps, viewer.id, target) };
  });

  for (const [route, isOn] of [
    [chatRoutes.addReaction, true],
    [chatRoutes.removeReaction, false],
  ] as const) {
    routes.route(route, async ({ params }, { viewer }) => {
      const target = await accessMessage(db, viewer, params.messageId);
      return { message: await reactToMessage(deps, viewer.id, target, { emoji: params.emoji, isOn }) };
    });
  }

  routes.route(chatRoutes.listReactors, async ({ params }, { viewer }) => {
    const target = await accessMessage(db, viewer, params.messageId);
    if (target.deleted_at) throw new AppError("message_not_found");
    return { people: (await reactorsOf(db, target.id)).map(presentPerson) };
  });

  for (const [route, isPinned] of [
    [chatRoutes.pinMessage, true],
    [chatRoutes.unpinMessage, false],
  ] as const) {
    routes.route(route, async ({ params }, { viewer }) => {
      const target = await accessMessage(db, viewer, params.messageId);
      return { message: await pinMessage(deps, viewer.id, target, isPinned) };
    });
  }

  routes.route(chatRoutes.listPins, async ({ params }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    return { messages: (await pinnedIn(db, channel.id)).map(presentMessage) };
  });
}

function assertAuthor(viewer: { id: string }, { author_id: id }: { author_id: string }): void {
  if (!canChangeMessage(viewer, { author: { id } })) throw new AppError("forbidden");
}
