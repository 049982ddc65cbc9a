import { commentRoutes } from "@atoll/contract/comments/routes";
import type { Subject } from "@atoll/contract/comments/schemas";
import { guestThingKinds } from "@atoll/contract/guest-access/things";
import { beforeAt } from "@atoll/contract/text/word-edges";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { useDebounced } from "../../lib/use-debounced.ts";
import { peopleQuery } from "../people/search-people.ts";
import type { Callable } from "../writing/field/use-suggestions.ts";

const debounceMs = 150;
const maxSearches = 5;
const perSearch = 20;
const wordAfterAt = new RegExp(`(?:^|[^${beforeAt}])@([\\p{L}\\p{N}]?[^\\s@]*)`, "gu");

const peopleOn = ({ kind, id }: Subject, name: string) => ({
  queryKey: ["people", "on", kind, id, name],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(commentRoutes.listCommentPeople, { params: { kind, subjectId: id }, query: { name } }, { signal }),
});

/**
 * Returns colleagues that a comment can mention: those whose names match the words after its @. Only the server knows
 * whether they may read it, and it notifies nobody else. Guests of a thing are found as well, and guests find only the people that
 * they see on it.
 */
export function useCallablePeople(text: string, subject?: Subject): Callable {
  const settled = useDebounced(text, debounceMs);
  const words = [...settled.matchAll(wordAfterAt)].map(([, word = ""]) => word.toLowerCase());
  const { isGuest } = useViewer();
  const on = subject && guestThingKinds.some((kind) => kind === subject.kind) ? subject : undefined;
  const asked = [...new Set(words)].slice(-maxSearches);
  const found = useQueries({
    queries: [
      ...(on && isGuest ? [] : asked.map((word) => peopleQuery(word, perSearch))),
      ...(on ? asked.map((word) => peopleOn(on, word)) : []),
    ].map((query) => ({ ...query, staleTime: 60_000 })),
    combine: (results) => results.flatMap(({ data }) => data?.people ?? []),
  });
  return useMemo(
    () => ({ people: [...new Map(found.map((one) => [one.id, one])).values()], callsOfAll: [] }),
    [found],
  );
}
