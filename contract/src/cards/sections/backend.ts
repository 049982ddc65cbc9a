import type { SectionDescription } from "../section-schemas.ts";

export const backend: readonly SectionDescription[] = [
  {
    slug: "api-docs",
    name: "API Docs",
    singular: "operation",
    stages: [
      { id: "planned", name: "Planned", kind: "open", probability: 0 },
      { id: "current", name: "Current", kind: "won", probability: 100 },
      { id: "deprecated", name: "Deprecated", kind: "lost", probability: 0 },
    ],
    fields: [
      {
        name: "method",
        label: "Method",
        kind: "choice",
        options: ["GET", "POST", "PUT", "PATCH", "DELETE"],
        isRequired: true,
      },
      { name: "path", label: "Path", kind: "text", isRequired: true },
      {
        name: "service",
        label: "Service",
        kind: "choice",
        options: [],
        grows: true,
      },
      { name: "since", label: "Since version", kind: "text" },
      { name: "breaks", label: "What breaks", kind: "text" },
    ],
    options: {
      imports: "openapi",
      views: ["document", "table", "list"],
      layout: { line: "path", badge: "method" },
      headline: { stages: ["current"], words: "operations" },
    },
  },
  {
    slug: "training",
    name: "Training",
    singular: "path",
    stages: [
      { id: "draft", name: "Draft", kind: "open", probability: 0 },
      { id: "open", name: "Open", kind: "won", probability: 100 },
      { id: "retired", name: "Retired", kind: "lost", probability: 0 },
    ],
    fields: [
      { name: "level", label: "Level", kind: "choice", options: ["First weeks", "Everyday", "Expert"] },
      { name: "steps", label: "Steps", kind: "checklist" },
      { name: "hours", label: "Hours", kind: "number" },
      { name: "mentor", label: "Mentor", kind: "person" },
      { name: "material", label: "Material", kind: "link" },
    ],
    options: {
      views: ["document", "list", "table"],
      tools: ["steps"],
      needs: [{ stage: "open", field: "steps", is: "filled", words: "Add steps before you open the path." }],
      layout: { line: "level", steps: "steps" },
      headline: { stages: ["open"], words: "open paths" },
      dueLabel: "Review by",
    },
  },
  {
    slug: "schema",
    name: "Schema",
    singular: "table",
    stages: [
      { id: "planned", name: "Planned", kind: "open", probability: 0 },
      { id: "current", name: "Current", kind: "won", probability: 100 },
      { id: "dropped", name: "Dropped", kind: "lost", probability: 0 },
    ],
    fields: [
      {
        name: "database",
        label: "Database",
        kind: "choice",
        options: [],
        grows: true,
      },
      { name: "columns", label: "Columns", kind: "text" },
      {
        name: "personal_data",
        label: "Personal data",
        kind: "choice",
        options: ["None", "Some", "Sensitive"],
      },
      { name: "keeps", label: "Kept for", kind: "text" },
    ],
    options: {
      imports: "ddl",
      views: ["diagram", "table", "document", "list"],
      layout: { line: "database", badge: "personal_data" },
      headline: { stages: ["current"], words: "tables" },
    },
  },
];
