import { departmentSlug, initialDepartments } from "@atoll/contract/departments";
import type { Department } from "@atoll/contract/identity/schemas";
import type { Area } from "../area.ts";
import { departmentHome, departmentSections } from "./department-places.ts";
import type { Place } from "./place.ts";
import { dashboardPath, placesOf } from "./places-of.ts";

/**
 * The page at a path, or null when there is none below a known beginning ("Unknown Page"). Addresses that
 * go on from a page, like a channel's or an announcement's, belong to that page.
 */
export function findPlace(
  path: string,
  departments: readonly Department[],
  areas: readonly Area[],
): Place | null {
  const parts = segments(path);
  const [root = "", section, ...rest] = parts;
  const fixed = placesOf(areas);
  const known =
    fixed.find((place) => place.path === `/${parts.join("/")}`) ??
    fixed.find(
      (place) =>
        path.startsWith(`${place.path}/`) &&
        parts.length <= segments(place.path).length + (place.covers ?? 0),
    );
  if (known) return known;
  const department = allDepartments(departments).find(({ slug }) => slug === root);
  const page = rest.length === 0 ? sectionOf(department, section) : null;
  if (page) return page;
  const hasCards = department || `/${root}` === dashboardPath;
  const card = hasCards ? cardPlace(`/${root}`, section, rest, areas) : null;
  return card ?? (rest.length === 1 ? sectionOf(department, section) : null);
}

/** From the dashboard down to the page; an address without a page ends in "Unknown Page". */
export function breadcrumbs(
  path: string,
  departments: readonly Department[],
  areas: readonly Area[],
): { label: string; path: string }[] {
  const place = findPlace(path, departments, areas) ?? { label: "Unknown Page", path };
  if (path === dashboardPath) return [place];
  const parent = "parent" in place ? place.parent : undefined;
  return [...breadcrumbs(parent ?? dashboardPath, departments, areas), place];
}

/** A department's own page, or one of its sections. */
function sectionOf(department: Pick<Department, "slug" | "name"> | undefined, section = ""): Place | null {
  if (!department) return null;
  const { slug } = department;
  const pages = [departmentHome(department), ...departmentSections(slug)];
  const path = section === "" ? `/${slug}` : `/${slug}/${section}`;
  return pages.find((place) => place.path === path) ?? null;
}

function cardPlace(
  parent: string,
  cardType = "",
  rest: readonly string[],
  areas: readonly Area[],
): Place | null {
  const label = areas
    .flatMap(({ cards = {} }) => Object.entries(cards))
    .find(([type]) => type === cardType)?.[1];
  if (!label || rest.length > 1) return null;
  return { path: `${parent}/${[cardType, ...rest].join("/")}`, label, parent };
}

function allDepartments(own: readonly Department[]): Pick<Department, "slug" | "name">[] {
  return [...own, ...initialDepartments.map((name) => ({ name, slug: departmentSlug(name) }))];
}

function segments(path: string): string[] {
  return path.split("/").filter(Boolean);
}
