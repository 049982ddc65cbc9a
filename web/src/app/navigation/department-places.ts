import { departmentSlug, initialDepartments } from "@atoll/contract/departments";
import type { Department } from "@atoll/contract/identity/schemas";
import { Layers } from "lucide-react";
import type { Place } from "./place.ts";

type Section = readonly [slug: string, label: string, coming: string];

/** The sections of the departments every Atoll starts with. Specification, section 2. */
const sections: Record<(typeof initialDepartments)[number], readonly Section[]> = {
  "Business Development": [
    ["pipeline", "Pipeline", "show deals by stage, with their value and the next step"],
    ["outreach", "Outreach", "say whom to write to next, and what was said before"],
    ["proposals", "Proposals", "hold offers, from the first draft to the signed version"],
    ["market", "Market", "gather what is known about customers and competitors"],
  ],
  Frontend: [
    ["tasks", "Tasks", "show the department's own tasks on one board"],
    ["bugs", "Bugs", "list reported bugs, sorted by severity and age"],
    ["setup", "Setup", "explain how to set up a machine for frontend work, with a check for each step"],
    ["conventions", "Conventions", "say how the department writes code, with its reasons"],
  ],
  Backend: [
    ["api-docs", "API Docs", "describe every call of the company's services, with a place to try it"],
    ["training", "Training", "offer courses and exercises for backend work"],
    ["schema", "Schema", "show the tables of the company's databases and how they relate"],
    ["tasks", "Tasks", "show the department's own tasks on one board"],
  ],
  DevOps: [
    ["deployment", "Deployment", "show which version of each service runs where"],
    ["rollback", "Rollback", "explain how to take a release back, step by step"],
    ["monitoring", "Monitoring", "show what is up, what is slow, and what is being looked at"],
    ["pipelines", "Pipelines", "list build and delivery runs, with their time and outcome"],
  ],
  Marketing: [
    ["calendar", "Calendar", "show what is published when, by channel"],
    ["seo", "SEO", "show how the company's pages are found, and for which words"],
    ["campaigns", "Campaigns", "list running and planned campaigns, with budget and results"],
    ["case-studies", "Case Studies", "hold customer stories, from the interview to the published text"],
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
    coming: "show the department at a glance: its sections, recent changes, people and dates",
  };
}

/** The pages below a department's own; none for a department the company added later. */
export function departmentSections(slug: string): Place[] {
  return (sectionsBySlug.get(slug) ?? []).map(([section, label, coming]) => ({
    path: `/${slug}/${section}`,
    label,
    icon: Layers,
    parent: `/${slug}`,
    department: slug,
    coming,
  }));
}
