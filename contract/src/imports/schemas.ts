import { z } from "zod";
import { idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { taskStatuses } from "../tasks/limits.ts";

/** Products that data can be imported from. */
export const importSources = [
  "slack",
  "mattermost",
  "zulip",
  "trello",
  "jira",
  "linear",
  "asana",
  "plane",
  "github",
  "notion",
  "confluence",
  "markdown",
] as const;
export type ImportSource = (typeof importSources)[number];

export const importSourceNames: Readonly<Record<ImportSource, string>> = {
  slack: "Slack",
  mattermost: "Mattermost",
  zulip: "Zulip",
  trello: "Trello",
  jira: "Jira",
  linear: "Linear",
  asana: "Asana",
  plane: "Plane",
  github: "GitHub issues",
  notion: "Notion",
  confluence: "Confluence",
  markdown: "Markdown files",
};

/**
 * `reading` finds out what the file contains, `planned` waits for choices, `trying` is the dry run, and `failed` cannot
 * be read.
 */
export const importStates = [
  "uploading",
  "reading",
  "planned",
  "trying",
  "running",
  "paused",
  "done",
  "undoing",
  "undone",
  "failed",
] as const;
export type ImportState = (typeof importStates)[number];

export const importMatches = ["mail", "name", "choice", "earlier", "none"] as const;
export type ImportMatch = (typeof importMatches)[number];

/**
 * Channels and chats; of products with tasks, boards or projects, and the lists or states of their tasks; and of
 * knowledge bases, spaces with their pages.
 */
export const importPlaceKinds = ["public", "private", "direct", "board", "list", "space"] as const;
export type ImportPlaceKind = (typeof importPlaceKinds)[number];

export const importOutcomes = ["new", "merge", "skip"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** Numbers by what they count, such as messages or people. */
export const importCountsSchema = z.record(z.string(), z.int());
export type ImportCounts = z.infer<typeof importCountsSchema>;

export const importSchema = z.object({
  id: idSchema,
  source: z.enum(importSources),
  /** The name of the file. */
  name: z.string(),
  sizeBytes: z.int(),
  receivedBytes: z.int(),
  state: z.enum(importStates),
  /** The state that a paused import returns to. */
  pausedFrom: z.enum(importStates).nullable(),
  createdBy: namedSchema,
  createdAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  /** Units of the current work, of which `doneCount` are finished. */
  unitCount: z.int(),
  doneCount: z.int(),
  found: importCountsSchema,
  /** The counts of the last dry run. Null if there was none, or the choices have changed since. */
  tried: importCountsSchema.nullable(),
  made: importCountsSchema,
  /** Why it failed or stopped. */
  failure: z.string().nullable(),
  /** The uploaded file still exists, so that it can run. */
  hasFile: z.boolean(),
});
export type Import = z.infer<typeof importSchema>;

/**
 * A person of the source. Without a person in Atoll, they become a former colleague. A match by name is a proposal that
 * counts once it is chosen.
 */
export const importPersonSchema = z.object({
  key: z.string(),
  name: z.string(),
  email: z.string(),
  isBot: z.boolean(),
  recordCount: z.int(),
  matchedBy: z.enum(importMatches),
  person: namedSchema.nullable(),
});
export type ImportPerson = z.infer<typeof importPersonSchema>;

/**
 * A channel, chat, board, list or space of the source. Only the person who uploaded the file sees the names of those that are
 * not public.
 */
export const importPlaceSchema = z.object({
  key: z.string(),
  kind: z.enum(importPlaceKinds),
  name: z.string(),
  isArchived: z.boolean(),
  memberCount: z.int(),
  recordCount: z.int(),
  outcome: z.enum(importOutcomes),
  newName: z.string(),
  /** A public channel of this name exists, into which it can be merged. */
  canMerge: z.boolean(),
  /** The status that the tasks of a list get; null for everything else. */
  status: z.enum(taskStatuses).nullable(),
  /**
   * The department that the tasks of a board go to, or that reads the pages of a space. Null: the tasks are only for the
   * people of the board, and the pages are drafts of the person who uploaded the file, unless the space is open.
   */
  department: namedSchema.nullable(),
  /** Everybody reads the pages of the space. */
  isOpen: z.boolean(),
  /** The article that the pages of a space go below. Null: they are at the top. */
  above: z.object({ id: idSchema, title: z.string() }).nullable(),
  /** Made by the dry run or the run, and left out, by reason. */
  counts: importCountsSchema,
});
export type ImportPlace = z.infer<typeof importPlaceSchema>;

export const importLineSchema = z.object({
  id: z.int(),
  phase: z.enum(["reading", "trying", "running", "undoing"]),
  place: z.string(),
  kind: z.string(),
  detail: z.string(),
  count: z.int(),
});
export type ImportLine = z.infer<typeof importLineSchema>;

/** The first things of an import that people have built on: as long as there are any, it cannot be undone. */
export const importBuiltOnSchema = z.object({
  items: z.array(
    z.object({
      kind: z.enum(["channel", "task", "article"]),
      id: idSchema,
      /** Null for a thing that the viewer may not see. */
      title: z.string().nullable(),
      link: z.string().nullable(),
    }),
  ),
  /** How many things there are beyond these. */
  more: z.int(),
});
export type ImportBuiltOn = z.infer<typeof importBuiltOnSchema>;

/** Work that an administrator can start or stop. */
export const importWorks = ["try", "run", "pause", "resume", "undo"] as const;
export type ImportWork = (typeof importWorks)[number];
