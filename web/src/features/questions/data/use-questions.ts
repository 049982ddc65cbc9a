import type { QuestionOrder, QuestionView } from "@atoll/contract/questions/limits";
import { questionRoutes as routes } from "@atoll/contract/questions/routes";
import type { OpenQuestion, Question } from "@atoll/contract/questions/schemas";
import type { Following } from "@atoll/contract/votes/schemas";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useWithUnsettled } from "../../../capabilities/changes/use-unsettled.ts";
import { refetch, refetchSpread } from "../../../capabilities/live/follow-query.ts";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { usePages } from "../../../capabilities/live/use-pages.ts";
import { useKeptSeen } from "../../../capabilities/offline/seen/use-kept-seen.ts";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { applyDecision, questionChanges } from "./changes.ts";
import { openQuestions, questionLists, questionOverview, seenInQuestions } from "./seen-in-questions.ts";

/** The view, order and filters in the address. */
export interface QuestionFilter {
  view: QuestionView;
  order: QuestionOrder;
  tag?: string | undefined;
  departmentId?: string | undefined;
  text: string;
}

const idOf = ({ id }: Question) => id;

/** A list of questions, kept equal to the server's. */
export function useQuestions(filter: QuestionFilter) {
  useKeptSeen(seenInQuestions);
  return usePages({
    queryKey: [...questionLists, filter],
    fetchPage: (cursor, options) => call(routes.listQuestions, { query: { ...filter, cursor } }, options),
    keyOf: idOf,
    keepsPrevious: true,
    on: { "question.changed": refetch, "viewer.changed": refetch },
  });
}

/** Counts, tags and people next to the list; undefined until they are known. */
export function useQuestionOverview() {
  return useLiveQuery({
    queryKey: questionOverview,
    queryFn: ({ signal }) => call(routes.getQuestionOverview, {}, { signal }),
    on: { "question.changed": refetchSpread, "viewer.changed": refetch },
  });
}

export const openKey = (id: string) => [...openQuestions, id] as const;

/** A question with its answers, kept equal to the server's, and with the viewer's own decisions on their way. */
export function useQuestion(id: string) {
  useKeptSeen(seenInQuestions);
  const query = useLiveQuery<OpenQuestion>({
    queryKey: openKey(id),
    queryFn: async ({ signal }) =>
      (await call(routes.getQuestion, { params: { questionId: id } }, { signal })).question,
    on: {
      "question.changed": (cached, { questionId }) => (questionId === id ? refetch() : cached),
      "viewer.changed": refetch,
    },
    retry: (count, error) => count < 2 && !hasCode(error, "question_not_found"),
  });
  return { ...query, data: useWithUnsettled(questionChanges, query.data, applyDecision) };
}

/** Puts what the server answered in place of what is cached, and has the lists look again. */
export function useKeepQuestion() {
  const queryClient = useQueryClient();
  return (question: OpenQuestion) => {
    queryClient.setQueryData<OpenQuestion>(openKey(question.id), question);
    void queryClient.invalidateQueries({ queryKey: questionLists });
    void queryClient.invalidateQueries({ queryKey: questionOverview });
  };
}

/** Returns a function that fetches a question as it is now, and shows it. */
export function useFetchQuestion(id: string): () => Promise<OpenQuestion> {
  const queryClient = useQueryClient();
  return async () => {
    const { question } = await call(routes.getQuestion, { params: { questionId: id } });
    queryClient.setQueryData<OpenQuestion>(openKey(id), question);
    return question;
  };
}

/** Puts whether the viewer follows a question into what is cached now: it may have changed since they pressed. */
export function useSetFollowing() {
  const queryClient = useQueryClient();
  return (id: string, following: Following) =>
    queryClient.setQueryData<OpenQuestion>(
      openKey(id),
      (cached) => cached && { ...cached, standing: { ...cached.standing, following } },
    );
}

/** The same where the answer was another one: the question and the lists are fetched again. */
export function useRefreshQuestion() {
  const queryClient = useQueryClient();
  return (id: string) => {
    void queryClient.invalidateQueries({ queryKey: openKey(id) });
    void queryClient.invalidateQueries({ queryKey: questionLists });
    void queryClient.invalidateQueries({ queryKey: questionOverview });
  };
}

/** Asks again for every list and opened question. */
export function useRefreshLists(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: ["questions"] });
}

/** The people with the most accepted answers on these tags. */
export function useExperts(tags: readonly string[]) {
  return useQuery({
    queryKey: ["questions", "experts", tags.join()],
    queryFn: ({ signal }) => call(routes.listExperts, { query: { tags: tags.join() } }, { signal }),
    staleTime: 60_000,
  }).data?.items;
}

/** Tags that begin with a text. */
export function useTagNames(text: string): readonly string[] {
  const { data } = useQuery({
    queryKey: ["questions", "tags", text],
    queryFn: ({ signal }) => call(routes.listQuestionTags, { query: { text } }, { signal }),
    staleTime: 30_000,
  });
  return data?.items.map(({ name }) => name) ?? [];
}
