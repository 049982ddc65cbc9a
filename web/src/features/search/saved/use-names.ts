import { useDepartmentNames } from "../../../capabilities/people/use-department-names.ts";
import { type ShownSearch, shownAt } from "../data/shown.ts";
import { useSearches } from "../data/use-searches.ts";
import type { SearchPlace } from "../filters/channel-choice.tsx";
import type { NamesOf } from "../filters/in-words.ts";

/** Returns the names for the IDs in this search and in the viewer's saved searches. */
export function useNames(shown: ShownSearch, places: readonly SearchPlace[]): NamesOf {
  const { data } = useSearches();
  const kept = data ? [...data.saved, ...data.recent].map(({ address }) => shownAt(address)) : [];
  const ids = [shown, ...kept].flatMap(({ departmentId }) => departmentId ?? []);
  return {
    channel: (id) => places.find((place) => place.id === id)?.name,
    department: useDepartmentNames(ids),
  };
}
