import { departmentSlug, initialDepartments } from "@atoll/contract/departments";
import type { Department } from "@atoll/contract/identity/schemas";
import { Layers } from "lucide-react";
import type { Place } from "./place.ts";

type Section = readonly [slug: string, label: string];

/** The sections of the departments every Atoll starts with. Specification, section 2. */
const sections: Record<(typeof initialDepartments)[number], readonly Section[]> = {
  "Business Development": [
    ["pipeline", "Pipeline"],
    ["outreach", "Outreach"],
    ["proposals", "Proposals"],
    ["market", "Market"],
  ],
  Frontend: [
    ["tasks", "Tasks"],
    ["bugs", "Bugs"],
    ["setup", "Setup"],
    ["conventions", "Conventions"],
  ],
  Backend: [
    ["api-docs", "API Docs"],
    ["training", "Training"],
    ["schema", "Schema"],
    ["tasks", "Tasks"],
  ],
  DevOps: [
    ["deployment", "Deployment"],
    ["rollback", "Rollback"],
    ["monitoring", "Monitoring"],
    ["pipelines", "Pipelines"],
  ],
  Marketing: [
    ["calendar", "Calendar"],
    ["seo", "SEO"],
    ["campaigns", "Campaigns"],
    ["case-studies", "Case Studies"],
  ],
};

const sectionsBySlug = new Map<string, readonly Section[]>(
  initialDepartments.map((name) => [departmentSlug(name), sections[name]]),
);

/** A department's own page. */
export function departmentHome({ slug, name }: Pick<Department, "slug" | "name">): Place {
  return {
    path: `/${slug}`,
    label: name,
    icon: Layers,
    department: slug,
  };
}

/** The pages below a department's own; none for a department the company added later. */
export function departmentSections(slug: string): Place[] {
  return (sectionsBySlug.get(slug) ?? []).map(([section, label]) => ({
    path: `/${slug}/${section}`,
    label,
    icon: Layers,
    parent: `/${slug}`,
    department: slug,
  }));
}
