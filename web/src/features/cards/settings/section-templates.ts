import type { NewSection } from "./settings-api.ts";

/** A section to begin with: everything but its ID. */
export type SectionDraft = Omit<NewSection, "id">;

export interface SectionTemplate {
  id: string;
  /** Its purpose, in a line. */
  about: string;
  section: SectionDraft;
}

const open = (name: string) => ({ name, kind: "open" as const });
const done = (name: string) => ({ name, kind: "won" as const });
const dropped = (name: string) => ({ name, kind: "lost" as const });
const text = (label: string) => ({ label, kind: "text" as const });

/** Sections that departments of any company use. Each is an ordinary section once it is added. */
export const sectionTemplates: readonly SectionTemplate[] = [
  {
    id: "requests",
    about: "What colleagues ask of the department, from new to done",
    section: {
      name: "Requests",
      singular: "request",
      icon: "life-buoy",
      views: ["board", "table", "list"],
      stages: [open("New"), open("In progress"), done("Done"), dropped("Declined")],
      fields: [{ label: "Asked by", kind: "person" }],
    },
  },
  {
    id: "projects",
    about: "Plans with an owner and a date",
    section: {
      name: "Projects",
      singular: "project",
      icon: "shapes",
      views: ["board", "table", "calendar"],
      stages: [open("Planned"), open("Under way"), done("Done")],
      fields: [{ label: "Steps", kind: "checklist" }],
    },
  },
  {
    id: "contacts",
    about: "Suppliers, clients and partners",
    section: {
      name: "Contacts",
      singular: "contact",
      icon: "users",
      views: ["table", "list"],
      fields: [text("Company"), text("Email"), text("Phone")],
    },
  },
  {
    id: "documents",
    about: "Contracts, policies and forms, with the day on which they expire",
    section: {
      name: "Documents",
      singular: "document",
      icon: "paperclip",
      views: ["table", "list", "calendar"],
      fields: [
        { label: "Link", kind: "link" },
        { label: "Valid until", kind: "date" },
      ],
    },
  },
  {
    id: "inventory",
    about: "Equipment and stock, with where it is",
    section: {
      name: "Inventory",
      singular: "item",
      icon: "key-round",
      views: ["table", "list"],
      fields: [{ label: "Number", kind: "number" }, text("Place"), { label: "Used by", kind: "person" }],
    },
  },
];

/** A section that starts with a name alone: cards are open until they are done. */
export function plainSection(name: string): SectionDraft {
  return {
    name,
    singular: singularOf(name),
    icon: "layers",
    views: ["board", "table", "list"],
    stages: [open("Open"), done("Done")],
  };
}

/** The word for one card of a section, from a plural in English; "card" where the name is none. It can be changed later. */
function singularOf(name: string): string {
  const last = name
    .replace(/[\s\d]+$/, "")
    .trim()
    .toLowerCase();
  if (/[^aeiou]ies$/.test(last)) return last.replace(/ies$/, "y");
  if (/(ss|sh|ch|x|z)es$/.test(last)) return last.replace(/es$/, "");
  if (/[^sui]s$/.test(last) && !/(ws|ics)$/.test(last)) return last.replace(/s$/, "");
  return "card";
}
