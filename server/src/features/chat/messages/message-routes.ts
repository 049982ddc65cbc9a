import { canChangeMessage } from "@atoll/contract/chat/policy";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import { accessChannel, accessMessage } from "../access.ts";
import { findMessage, pinnedIn } from "../message-queries.ts";
import { assertMayChat } from "../policy.ts";
import { isGone, peopleIn, presentMessage, withPeople } from "../present.ts";
import { deleteMessage } from "./delete-message.ts";
import { editMessage } from "./edit-message.ts";
import { readChanges, readHistory, readPart } from "./history.ts";
import { plainMessageInserts } from "./insert-messages.ts";
import { pinMessage } from "./pin-message.ts";
import { postMessage } from "./post-message.ts";
import { reactToMessage } from "./react-to-message.ts";

/** Registers the routes for reading and changing messages. Specification, sections 4, 5 and 7 (chat). */
export function registerMessages({ routes, db, people, realtime, hereElsewhere }: SliceContext): void {
  const deps = { db, people, realtime, hereElsewhere, insertPlain: plainMessageInserts(db) };

  routes.route(chatRoutes.listMessages, async ({ params: { channelId }, query }, { viewer }) => {
    assertMayChat(viewer);
    return readPart(
      () => readHistory(deps, { channelId, readerId: viewer.id }, query),
      async () => (await accessChannel(db, viewer, channelId)).head,
    );
  });

  routes.route(chatRoutes.listChanges, async ({ params: { channelId }, query }, { viewer }) => {
    assertMayChat(viewer);
    return readPart(
      () => readChanges(deps, { channelId, readerId: viewer.id }, query),
      async () => (await accessChannel(db, viewer, channelId)).head,
    );
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
    return { message: presentMessage(row, await peopleIn(people, [row]), viewer.id), channel };
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
    const row = await findMessage(db, target.id);
    if (!row || row.deleted_at) throw new AppError("message_not_found");
    const ids = row.reactions?.flatMap(({ userIds }) => userIds) ?? [];
    return { people: [...(await people.of(ids)).values()] };
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
    const rows = await pinnedIn(db, channel.id);
    return { messages: await withPeople(people, viewer.id, rows, presentMessage) };
  });
}

function assertAuthor(viewer: { id: string }, { author_id: id }: { author_id: string }): void {
  if (!canChangeMessage(viewer, { author: { id } })) throw new AppError("forbidden");
}
