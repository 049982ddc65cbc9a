import { askAiRoutes as routes } from "@atoll/contract/ask-ai/routes";
import type { Conversation, NewTurn, Turn } from "@atoll/contract/ask-ai/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lookAgain } from "../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { usePages } from "../../capabilities/live/use-pages.ts";
import { call } from "../../lib/api-client.ts";
import { hasCode } from "../../lib/judge-error.ts";

const all = ["ask-ai"] as const;
const conversationKey = (id: string) => [...all, "conversation", id] as const;
const idOf = ({ id }: Conversation) => id;
const on = { "conversation.changed": lookAgain };

/** The viewer's conversations, the last asked first. */
export function useConversations() {
  return usePages({
    queryKey: [...all, "list"],
    fetchPage: (cursor, options) => call(routes.listConversations, { query: { cursor } }, options),
    keyOf: idOf,
    on,
  });
}

/** One conversation; nothing is asked for before its first question. */
export function useConversation(id: string | undefined) {
  return useLiveQuery<{ conversation: Conversation; turns: Turn[] }>({
    queryKey: conversationKey(id ?? ""),
    queryFn: ({ signal }) =>
      call(routes.getConversation, { params: { conversationId: id ?? "" } }, { signal }),
    on,
    enabled: id !== undefined,
    retry: (count, error) => count < 2 && !hasCode(error, "conversation_not_found"),
  });
}

export interface AskedQuestion extends NewTurn {
  conversationId: string;
}

/**
 * Asks a question, and shows its answer in the conversation at once.
 * @param onAnswered is called also when the page that asked is no longer shown
 */
export function useAsk(onAnswered: (asked: AskedQuestion) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ conversationId, ...body }: AskedQuestion) =>
      (await call(routes.askQuestion, { params: { conversationId }, body })).turn,
    onSuccess(turn, asked) {
      const { conversationId } = asked;
      queryClient.setQueryData<{ conversation: Conversation; turns: Turn[] }>(
        conversationKey(conversationId),
        (data) => ({
          conversation: data?.conversation ?? {
            id: conversationId,
            title: turn.question,
            at: turn.askedAt,
          },
          turns: [...(data?.turns ?? []).filter(({ id }) => id !== turn.id), turn],
        }),
      );
      onAnswered(asked);
    },
  });
}

/** Says whether an answer helped. */
export const rateTurn = (conversationId: string, turnId: string, isHelpful: boolean | null) =>
  call(routes.rateTurn, { params: { conversationId, turnId }, body: { isHelpful } });

export const deleteConversation = (conversationId: string) =>
  call(routes.deleteConversation, { params: { conversationId } });

export const deleteConversations = () => call(routes.deleteConversations, {});
