import { botRoutes } from "@atoll/contract/bots/routes";
import { canManageBots } from "@atoll/contract/permissions";
import { notifyTopics } from "../../notify-topics.ts";
import { AppError } from "../../platform/app-error.ts";
import type { LivePart, RequestViewer, SliceContext } from "../../slice.ts";
import { findBot, listBots } from "./bot-list.ts";
import { assertManagesBots, changeBot, createBot, deleteBot, handOverBot } from "./change-bots.ts";

/** Registers the routes of bots. Each write checks access in its own transaction. */
export function registerBots(context: SliceContext): void {
  const { routes, db } = context;

  async function present(botId: string) {
    const bot = await findBot(context, botId);
    if (!bot) throw new AppError("bot_not_found");
    return { bot };
  }

  routes.route(botRoutes.listBots, async ({ query }, { viewer }) => {
    assertManagesBots(viewer);
    return listBots(context, query);
  });

  routes.route(botRoutes.createBot, async ({ body }, { viewer, request }) => {
    await createBot(db, { ...viewer, address: request.ip }, body);
    return present(body.id);
  });

  routes.route(botRoutes.changeBot, async ({ params, body }, { viewer, request }) => {
    await changeBot(db, { ...viewer, address: request.ip }, params.botId, body);
    return present(params.botId);
  });

  routes.route(botRoutes.handOverBot, async ({ params, body }, { viewer, request }) => {
    await handOverBot(context, { ...viewer, address: request.ip }, params.botId, body.ownerId);
    return present(params.botId);
  });

  routes.route(botRoutes.deleteBot, async ({ params }, { viewer, request }) => {
    await deleteBot(context, { ...viewer, address: request.ip }, params.botId);
    return undefined;
  });
}

const room = "administration:bots";

/** The room of the list of bots. */
export async function botRooms(viewer: RequestViewer): Promise<string[]> {
  return canManageBots(viewer) ? [room] : [];
}

/** Broadcasts changes of bots to those who list them on this node, no matter who made them. */
export function broadcastBots({ realtime }: SliceContext): LivePart {
  const tell = () => realtime.sendHere(room, "bots.changed", {});
  return { topics: { [notifyTopics.botsChanged]: tell }, onGap: tell };
}
