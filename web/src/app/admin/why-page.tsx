import { departmentSlug, initialDepartments } from "@atoll/contract/departments";
import type { Department } from "@atoll/contract/identity/schemas";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useDepartments } from "../../features/administration/departments/api.ts";
import { type AskablePage, readWhyQuestion, whySearch } from "../../features/administration/why/question.ts";
import { WhyScreen } from "../../features/administration/why/why-screen.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import type { Area } from "../area.ts";
import { departmentHome, departmentSections } from "../navigation/department-places.ts";
import type { Place } from "../navigation/place.ts";
import { placesOf } from "../navigation/places-of.ts";
import { useAreas } from "../use-areas.ts";
import { AdminActions } from "./admin-actions.tsx";

/** /admin/why, whose address is the question: `?user=…&permission=chat:access`. */
export function WhyPage() {
  usePageTitle("Why");
  const question = readWhyQuestion(useSearch({ from: "/workspace/admin/why" }));
  const navigate = useNavigate();
  const { data: departments = [] } = useDepartments();
  return (
    <WhyScreen
      question={question}
      onAsk={(next) => void navigate({ to: "/admin/why", search: whySearch.write(next), replace: true })}
      pages={askablePages(departments, useAreas())}
      departments={departments}
      renderActions={(buttons) => <AdminActions>{buttons}</AdminActions>}
    />
  );
}

/** Every page that somebody may or may not see, for the question why. `departments` are those that are known. */
function askablePages(
  departments: readonly Pick<Department, "name" | "slug">[],
  areas: readonly Area[],
): AskablePage[] {
  const initial = initialDepartments.map((name) => ({ name, slug: departmentSlug(name) }));
  // A department is called by its name now; one that was removed is still a page that nobody may open.
  const all = [
    ...departments,
    ...initial.filter(({ slug }) => !departments.some((one) => one.slug === slug)),
  ];
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
