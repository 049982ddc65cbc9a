import { botRoutes } from "@atoll/contract/bots/routes";
import type { Bot } from "@atoll/contract/bots/schemas";
import type { RouteCall } from "@atoll/contract/route";
import { refetch } from "../../capabilities/live/follow-query.ts";
import { usePages } from "../../capabilities/live/use-pages.ts";
import { call } from "../../lib/server/api-client.ts";

export const botsKey = ["bots"] as const;

/** The company's bots, the newest first, page after page. */
export function useBots() {
  return usePages<Bot>({
    queryKey: botsKey,
    fetchPage: (cursor, options) => call(botRoutes.listBots, { query: { cursor } }, options),
    keyOf: ({ id }) => id,
    on: { "bots.changed": refetch },
  });
}

export const createBot = (body: RouteCall<typeof botRoutes.createBot>["body"]) =>
  call(botRoutes.createBot, { body });

export const changeBot = (botId: string, body: RouteCall<typeof botRoutes.changeBot>["body"]) =>
  call(botRoutes.changeBot, { params: { botId }, body });

export const handOverBot = (botId: string, ownerId: string) =>
  call(botRoutes.handOverBot, { params: { botId }, body: { ownerId } });

export const deleteBot = (botId: string) => call(botRoutes.deleteBot, { params: { botId } });
