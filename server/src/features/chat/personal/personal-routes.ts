import { chatRoutes } from "@atoll/contract/chat/routes";
import { AppError } from "../../../platform/app-error.ts";
import type { SliceContext } from "../../../slice.ts";
import type { People } from "../../people/access.ts";
import { accessChannel, accessMessage } from "../access.ts";
import { assertMayChat } from "../policy.ts";
import { presentMessageInChannel, withPeople } from "../present.ts";
import { type ListedMessageRow, selectMentions, selectSaved, selectSavedIn } from "./personal-queries.ts";
import { saveMessage } from "./save-message.ts";

/** What is a person's own across channels: saved messages, and where they were called. */
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

  routes.route(chatRoutes.listSavedMessages, async ({ query }, { viewer }) => {
    assertMayChat(viewer);
    return presentPage(people, await selectSaved(db, viewer.id, query), query.limit);
  });

  routes.route(chatRoutes.listSavedIn, async ({ params }, { viewer }) => {
    const channel = await accessChannel(db, viewer, params.channelId);
    return { messageIds: await selectSavedIn(db, viewer.id, channel.id) };
  });

  routes.route(chatRoutes.listMentions, async ({ query }, { viewer }) => {
    assertMayChat(viewer);
    return presentPage(people, await selectMentions(db, viewer.id, query), query.limit);
  });
}

async function presentPage(people: People, rows: ListedMessageRow[], limit: number) {
  return {
    items: await withPeople(people, rows.slice(0, limit), (row, shown) => ({
      ...presentMessageInChannel(row, shown),
      listedAt: row.listed_at.toISOString(),
    })),
    hasMore: rows.length > limit,
  };
}
