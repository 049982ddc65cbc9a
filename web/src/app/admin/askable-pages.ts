import { departmentSlug, initialDepartments } from "@atoll/contract/departments";
import type { Department } from "@atoll/contract/identity/schemas";
import type { AskablePage } from "../../features/administration/why/question.ts";
import type { Area } from "../area.ts";
import { departmentHome, departmentSections } from "../navigation/department-places.ts";
import type { Place } from "../navigation/place.ts";
import { placesOf } from "../navigation/places-of.ts";

/** Every page that somebody may or may not see, for the question why. `departments` are those that are known. */
export function askablePages(
  departments: readonly Pick<Department, "name" | "slug">[],
  areas: readonly Area[],
): AskablePage[] {
  const initial = initialDepartments.map((name) => ({ name, slug: departmentSlug(name) }));
  const all = [...initial, ...departments.filter(({ slug }) => !initial.some((one) => one.slug === slug))];
  const fixed = placesOf(areas);
  const pages = all.flatMap((department) => [
    asPage(departmentHome(department)),
    ...departmentSections(department.slug).map((section) => asPage(section, department.name)),
  ]);
  return [...fixed.map((place) => asPage(place, parentLabel(place, fixed))), ...pages];
}

function parentLabel({ parent }: Place, places: readonly Place[]): string | undefined {
  return places.find(({ path }) => path === parent)?.label;
}

function asPage({ path, label }: Place, above?: string): AskablePage {
  return { path, label: above ? `${above}: ${label}` : label };
}
