import { peopleRoutes } from "@atoll/contract/people/routes";
import { findNames } from "@atoll/contract/text/find-names";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { useDebounced } from "../../../lib/use-debounced.ts";

/** As the server takes a name. */
const maxNameLength = 100;
const maxShown = 8;
const debounceMs = 200;
const staleMs = 30_000;

/**
 * Every department, by words of its name: the viewer's own are there with the key that is pressed, the others follow below
 * them, so that none moves. With nothing typed their own, and the first by the alphabet.
 */
export function useDepartmentSearch(text: string) {
  const viewer = useViewer();
  const typed = text.trim().slice(0, maxNameLength);
  const name = useDebounced(typed, debounceMs);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ["departments", "search", name],
    queryFn: ({ signal }) =>
      call(peopleRoutes.searchDepartments, { query: { name, limit: maxShown } }, { signal }),
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  });
  const own = findNames(
    viewer.departments.map((department) => ({ department, label: department.name })),
    typed,
    // A slip is the server's to forgive: one of the viewer's would stand above one that is called just so.
    false,
  ).map(({ department }) => department);
  const isAnswered = data !== undefined && !isPlaceholderData && name === typed;
  const isOwn = new Set(own.map(({ id }) => id));
  const others = isAnswered || own.length === 0 ? (data?.departments ?? []) : [];
  return {
    /** The viewer's own first. */
    departments: [...own, ...others.filter(({ id }) => !isOwn.has(id))].slice(0, maxShown),
    name,
    isSearching: isFetching || name !== typed,
    error,
    retry: () => void refetch(),
  };
}
