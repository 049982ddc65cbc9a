import { personalTokenRoutes } from "@atoll/contract/personal-tokens/routes";
import type { OwnedToken } from "@atoll/contract/personal-tokens/schemas";
import type { RouteCall } from "@atoll/contract/route";
import { useQuery } from "@tanstack/react-query";
import { refetch } from "../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { usePages } from "../../capabilities/live/use-pages.ts";
import { call } from "../../lib/server/api-client.ts";

export const tokenKeys = {
  own: ["personal-tokens", "own"],
  all: ["personal-tokens", "all"],
  ofBot: (botId: string) => ["personal-tokens", "bot", botId] as const,
} as const;

/** The viewer's tokens that work. A token is a session of its own kind, so its list changes with the sessions. */
export function useTokens() {
  return useLiveQuery({
    queryKey: tokenKeys.own,
    queryFn: ({ signal }) => call(personalTokenRoutes.listTokens, {}, { signal }),
    on: { "sessions.changed": refetch },
  });
}

/** The tokens of a bot of the viewer that work. */
export function useBotTokens(botId: string) {
  return useLiveQuery({
    queryKey: tokenKeys.ofBot(botId),
    queryFn: ({ signal }) => call(personalTokenRoutes.listBotTokens, { params: { botId } }, { signal }),
    on: { "bots.changed": refetch },
  });
}

export const createBotToken = (
  botId: string,
  body: RouteCall<typeof personalTokenRoutes.createBotToken>["body"],
) => call(personalTokenRoutes.createBotToken, { params: { botId }, body });

export const revokeBotToken = (botId: string, tokenId: string) =>
  call(personalTokenRoutes.revokeBotToken, { params: { botId, tokenId } });

export const createToken = (body: RouteCall<typeof personalTokenRoutes.createToken>["body"]) =>
  call(personalTokenRoutes.createToken, { body });

export const revokeToken = (tokenId: string) =>
  call(personalTokenRoutes.revokeToken, { params: { tokenId } });

/** Everyone's tokens, for administrators, page after page. */
export function useAllTokens(search: string) {
  return usePages<OwnedToken>({
    queryKey: [...tokenKeys.all, search],
    fetchPage: (cursor, options) =>
      call(personalTokenRoutes.listAllTokens, { query: { search, cursor } }, options),
    keyOf: ({ id }) => id,
    keepsPrevious: true,
  });
}

/** The rules of the company for new tokens. */
export function useTokenRules() {
  return useQuery({
    queryKey: [...tokenKeys.all, "rules"],
    queryFn: async ({ signal }) => {
      const { mayBeEndless } = await call(
        personalTokenRoutes.listAllTokens,
        { query: { limit: 1 } },
        { signal },
      );
      return { mayBeEndless };
    },
  });
}

export const setTokenRules = (body: { mayBeEndless: boolean }) =>
  call(personalTokenRoutes.setTokenRules, { body });

export const revokeAnyToken = (tokenId: string) =>
  call(personalTokenRoutes.revokeAnyToken, { params: { tokenId } });
