import { askAiRoutes as routes } from "@atoll/contract/ask-ai/routes";
import type { Conversation, NewTurn, Turn } from "@atoll/contract/ask-ai/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refetch } from "../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../capabilities/live/use-live-query.ts";
import { usePages } from "../../capabilities/live/use-pages.ts";
import { hasCode } from "../../lib/request/judge-error.ts";
import { call } from "../../lib/server/api-client.ts";

const all = ["ask-ai"] as const;
const conversationKey = (id: string) => [...all, "conversation", id] as const;
const idOf = ({ id }: Conversation) => id;
const on = { "conversation.changed": refetch };

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
  return useLiveQuery<Shown>({
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

type Shown = { conversation: Conversation; turns: Turn[] };

/** Whether a language model writes answers, and the limits; undefined while that is unknown. */
export function useModelState() {
  return useLiveQuery({
    queryKey: [...all, "model"],
    queryFn: ({ signal }) => call(routes.getModelState, {}, { signal }),
    on: { ...on, "ask-model.changed": refetch },
  }).data;
}

/** A question that a colleague has shared. */
export function useSharedTurn(turnId: string) {
  return useLiveQuery({
    queryKey: [...all, "shared", turnId],
    queryFn: ({ signal }) => call(routes.getSharedTurn, { params: { turnId } }, { signal }),
    on: {},
    retry: (count, error) => count < 2 && !hasCode(error, "turn_not_found"),
  });
}

/** Puts a turn that the server has answered into its conversation, and fetches a conversation again. */
export function useShownTurns() {
  const queryClient = useQueryClient();
  return {
    put(conversationId: string, turn: Turn) {
      queryClient.setQueryData<Shown>(conversationKey(conversationId), (data) => {
        const turns = data?.turns ?? [];
        const isThere = turns.some(({ id }) => id === turn.id);
        return {
          conversation: data?.conversation ?? { id: conversationId, title: turn.question, at: turn.askedAt },
          turns: isThere ? turns.map((one) => (one.id === turn.id ? turn : one)) : [...turns, turn],
        };
      });
    },
    refetch: (conversationId: string) =>
      void queryClient.invalidateQueries({ queryKey: conversationKey(conversationId) }),
  };
}

/**
 * Asks a question, and shows its answer in the conversation at once.
 * @param onAnswered is called also when the page that asked is no longer shown
 */
export function useAsk(onAnswered: (asked: AskedQuestion, turn: Turn) => void) {
  const shown = useShownTurns();
  return useMutation({
    mutationFn: async ({ conversationId, ...body }: AskedQuestion) =>
      (await call(routes.askQuestion, { params: { conversationId }, body })).turn,
    onSuccess(turn, asked) {
      shown.put(asked.conversationId, turn);
      onAnswered(asked, turn);
    },
  });
}

/** Shares a question and its answer with colleagues who have its link, or ends that. */
export const shareTurn = (conversationId: string, turnId: string, isShared: boolean) =>
  call(routes.shareTurn, { params: { conversationId, turnId }, body: { isShared } });

/** Says whether an answer helped. */
export const rateTurn = (conversationId: string, turnId: string, isHelpful: boolean | null) =>
  call(routes.rateTurn, { params: { conversationId, turnId }, body: { isHelpful } });

export const deleteConversation = (conversationId: string) =>
  call(routes.deleteConversation, { params: { conversationId } });

export const deleteConversations = () => call(routes.deleteConversations, {});
