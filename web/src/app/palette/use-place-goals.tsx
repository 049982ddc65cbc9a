import { useViewer } from "../../lib/session/use-session.tsx";
import type { AreaPlace } from "../area.ts";
import { departmentHome, departmentSections } from "../navigation/department-places.ts";
import type { Place } from "../navigation/place.ts";
import { placesOf } from "../navigation/places-of.ts";
import { useAreas } from "../use-areas.ts";
import type { Goal } from "./goal.ts";

/** The pages that the viewer may open: those of the navigation, what areas add, the departments', and the rest. */
export function usePlaceGoals(ofAreas: readonly Goal[], onGo: (path: string) => void): Goal[] {
  const viewer = useViewer();
  const all = placesOf(useAreas());
  const offered = all.filter(
    ({ group, isOffered, canOpen }) => (group || isOffered) && (!canOpen || canOpen(viewer)),
  );
  const isInNavigation = ({ group }: AreaPlace) => group === "main" || group === "tools";
  const asGoal = ({ path, label, icon: Icon }: Place, note?: string): Goal => ({
    id: path,
    label,
    note,
    also: note,
    mark: Icon && <Icon className="size-4 text-faint" />,
    run: () => onGo(path),
  });
  const above = (place: Place) => all.find(({ path }) => path === place.parent)?.label;
  return [
    ...offered.filter(isInNavigation).map((place) => asGoal(place)),
    ...ofAreas,
    ...viewer.departments.flatMap((department) => [
      asGoal(departmentHome(department)),
      ...departmentSections(department.slug).map((place) => asGoal(place, department.name)),
    ]),
    ...offered.filter((place) => !isInNavigation(place)).map((place) => asGoal(place, above(place))),
  ];
}
