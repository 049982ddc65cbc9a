import { Bookmark } from "lucide-react";
import { useViews } from "../../capabilities/saved-views/use-views.ts";
import type { Goal } from "./goal.ts";

/**
 * Returns the viewer's saved views of a page as palette entries.
 * @param startOf returns the beginning of the address that shows these filters, such as `/tasks?view=list&`.
 */
export function useViewGoals(
  place: string,
  page: string,
  startOf: (filters: URLSearchParams) => string,
  onGo: (path: string) => void,
): Goal[] {
  const { data } = useViews(place);
  return (data ?? []).map(({ id, name, query }) => ({
    id: `view ${id}`,
    label: name,
    note: `View of ${page}`,
    also: "view",
    mark: <Bookmark className="size-4 text-faint" />,
    run: () => onGo(`${startOf(new URLSearchParams(query))}saved=${id}&${query}`),
  }));
}
