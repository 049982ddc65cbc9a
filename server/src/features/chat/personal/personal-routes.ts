import { chatRoutes } from "@atoll/contract/chat/routes";
import type { RouteInput } from "@atoll/contract/route";
import { AppError } from "../../../platform/app-error.ts";
import { fetchPage, type PlaceInTime, placeInTime, type SelectPart } from "../../../platform/page.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { assertMayChat } from "../policy.ts";
import { presentMessageInChannel, withPeople } from "../present.ts";
import { accessChannel, accessMessage } from "../public.ts";
import { chatterRoom } from "../rooms.ts";
import { selectMentions, selectSaved, selectSavedIn } from "./personal-queries.ts";

/** Registers the routes of a person's saved messages and mentions in all channels. */
export function registerPersonal({ routes, db, people, realtime }: SliceContext): void {
  const deps = { db, realtime };

  for (const [route, isSaved] of [
    [chatRoutes.saveMessage, true],
    [chatRoutes.unsaveMessage, false],
  ] as const) {
    routes.route(route, async ({ params }, { viewer }) => {
      const target = await accessMessage(db, viewer, params.messageId);
      if (target.deleted_at) throw new AppError("message_not_found");
      await saveMessage(deps, viewer.id, target.id, isSaved);
      return undefined;
    });
  }

  /** Returns a page of messages from several channels, in the order in which they entered the list. */
  async function takeMessages(
    viewerId: string,
    query: RouteInput<typeof chatRoutes.listMentions>["query"],
    select: SelectPart<Awaited<ReturnType<typeof selectSaved>>[number], PlaceInTime>,
  ) {
    const { rows, nextCursor } = await fetchPage(query, placeInTime, select, (row) => [
      row.listed_at,
      row.id,
    ]);
    return { items: await withPeople(people, viewerId, rows, presentMessageInChannel), nextCursor };
  }

  routes.route(chatRoutes.listSavedMessages, async ({ query }, { viewer }) => {
    assertMayChat(viewer);
    return takeMessages(viewer.id, query, (after, count) => selectSaved(db, viewer.id, after, count));
  });

  routes.route(chatRoutes.listSavedIn, async ({ params }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    return { messageIds: await selectSavedIn(db, viewer.id, channel.id) };
  });

  routes.route(chatRoutes.listMentions, async ({ query }, { viewer }) => {
    assertMayChat(viewer);
    return takeMessages(viewer.id, query, (after, count) => selectMentions(db, viewer.id, after, count));
  });
}

/** Saves a message for a person, or removes it from their saved ones. Idempotent. Other devices are notified. */
async function saveMessage(
  { db, realtime }: { db: Database; realtime: Realtime },
  userId: string,
  messageId: string,
  isSaved: boolean,
): Promise<void> {
  const changed = isSaved
    ? await db
        .insertInto("saved_messages")
        .values({ user_id: userId, message_id: messageId })
        .onConflict((conflict) => conflict.doNothing())
        .returning("message_id")
        .executeTakeFirst()
    : await db
        .deleteFrom("saved_messages")
        .where("user_id", "=", userId)
        .where("message_id", "=", messageId)
        .returning("message_id")
        .executeTakeFirst();
  if (changed) realtime.send(chatterRoom(userId), "saved.changed", { messageId, isSaved });
}
