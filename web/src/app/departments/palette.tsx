import { useOwnSections } from "../../features/cards/data/own-sections.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { DepartmentDot } from "../../ui/badge/department-badge.tsx";
import type { AreaGoalsProps } from "../area.ts";
import { departmentSections } from "../navigation/department-places.ts";

/** The sections of the viewer's departments, by their names. */
export function Goals({ onGo, children }: AreaGoalsProps) {
  const { departments } = useViewer();
  const { data } = useOwnSections();
  return children({
    found: [],
    places: departments.flatMap(({ id, slug, name }) =>
      [
        ...departmentSections(slug),
        ...(data?.sections ?? [])
          .filter(({ departmentId }) => departmentId === id)
          .map((own) => ({ path: own.path, label: own.name })),
      ].map(({ path, label }) => ({
        id: `section ${path}`,
        label: `${label} of ${name}`,
        mark: <DepartmentDot department={slug} />,
        run: () => onGo(path),
      })),
    ),
    actions: [],
    error: null,
    isSearching: false,
  });
}
