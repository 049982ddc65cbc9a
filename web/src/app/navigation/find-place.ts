import { departmentSlug, initialDepartments } from "@atoll/contract/departments";
import type { Department } from "@atoll/contract/identity/schemas";
import { LayoutGrid } from "lucide-react";
import { departmentHome, departmentSections } from "./department-places.ts";
import type { Place } from "./place.ts";
import { dashboard, otherPlaces, tools } from "./workspace-places.ts";

/** The cards that deep links name. Specification, section 2. */
const cardLabels = new Map([
  ["announcements", "Announcements card"],
  ["tasks", "Tasks card"],
  ["events", "Events card"],
  ["chat", "Chat card"],
]);

const fixed = new Map([dashboard, ...tools, ...otherPlaces].map((place) => [place.path, place]));

/**
 * The page at a path, or null when there is none below a known beginning ("Unknown Page"). Addresses that
 * go on from a page, like a channel's or an announcement's, belong to that page.
 */
export function findPlace(path: string, departments: readonly Department[]): Place | null {
  const [root = "", section, ...rest] = segments(path);
  const exact = fixed.get(`/${[root, section, ...rest].filter(Boolean).join("/")}`);
  if (exact) return exact;
  if (root === "chat") return fixed.get("/chat") ?? null;
  if (root === "announcements" && rest.length === 0) return fixed.get("/announcements") ?? null;
  const department = allDepartments(departments).find(({ slug }) => slug === root);
  if (department) {
    const pages = [departmentHome(department), ...departmentSections(root)];
    const page = pages.find((place) => place.path === `/${[root, section].filter(Boolean).join("/")}`);
    if (page && rest.length === 0) return page;
  }
  return department || root === "dashboard" ? cardPlace(`/${root}`, section, rest) : null;
}

/** From the dashboard down to the page; an address without a page ends in "Unknown Page". */
export function breadcrumbs(
  path: string,
  departments: readonly Department[],
): { label: string; path: string }[] {
  const place = findPlace(path, departments);
  if (!place) return [dashboard, { label: "Unknown Page", path }];
  if (place === dashboard) return [dashboard];
  const above =
    place.parent && place.parent !== dashboard.path ? breadcrumbs(place.parent, departments) : [dashboard];
  return [...above, place];
}

function cardPlace(parent: string, cardType = "", rest: readonly string[]): Place | null {
  const label = cardLabels.get(cardType);
  if (!label || rest.length > 1) return null;
  const coming = "show one card, opened from a link, with the filters that the link carries";
  return { path: `${parent}/${[cardType, ...rest].join("/")}`, label, icon: LayoutGrid, parent, coming };
}

function allDepartments(own: readonly Department[]): Pick<Department, "slug" | "name">[] {
  return [...own, ...initialDepartments.map((name) => ({ name, slug: departmentSlug(name) }))];
}

function segments(path: string): string[] {
  return path.split("/").filter(Boolean);
}
