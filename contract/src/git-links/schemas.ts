import { z } from "zod";
import { idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { nameSchema } from "../text/names.ts";

/** A department can have this many repository connections. */
export const maxGitConnections = 50;
/** Bytes of a delivery. */
export const maxGitDelivery = 1_048_576;
/** Deliveries are remembered for this long, so that one that is sent again counts once. */
export const gitDeliveryDays = 30;
/** Tasks and bugs that one delivery can name; the others are left out. */
export const maxNamedSubjects = 30;
/** Links of each kind that a task or bug shows at most. */
export const maxShownLinks = 100;
/** Commits that are shown before a person asks for all. */
export const commitsAtFirst = 5;

/** Gitea and Forgejo send and sign as GitHub does. */
export const gitProviders = ["github", "gitlab"] as const;
export type GitProvider = (typeof gitProviders)[number];

/** Tasks and bugs are linked with these. */
export const gitLinkKinds = ["branch", "commit", "pull_request"] as const;

/** The states of a pull request. Branches and commits have none. */
export const pullStates = ["open", "draft", "merged", "closed"] as const;
export type PullState = (typeof pullStates)[number];

export const gitStopReasons = ["access_ended", "right_lost"] as const;

export const gitLinkSchema = z.object({
  id: idSchema,
  /** The name of the repository: "octo/site". */
  repository: z.string(),
  /** The number of a pull request, the short hash of a commit; empty for a branch. */
  number: z.string(),
  title: z.string(),
  state: z.enum(pullStates).nullable(),
  /** The author's name in the repository, as text. */
  author: z.string().nullable(),
  /** Null if it is not an https address of the repository itself. */
  url: z.string().nullable(),
  at: instantSchema,
});
export type GitLink = z.infer<typeof gitLinkSchema>;

/** The links of a task or card, the newest first. */
export const gitLinksSchema = z.object({
  branches: z.array(gitLinkSchema),
  commits: z.array(gitLinkSchema),
  pulls: z.array(gitLinkSchema),
  /** More commits than are in the list. */
  commitCount: z.int(),
});
export type GitLinks = z.infer<typeof gitLinksSchema>;

/** A repository, or a group of them, whose events a department receives. */
export const gitConnectionSchema = z.object({
  id: idSchema,
  name: z.string(),
  provider: z.enum(gitProviders),
  /** Its name is null if the viewer cannot see it any more. */
  department: z.object({ id: idSchema, name: z.string().nullable() }),
  owner: namedSchema,
  isOwn: z.boolean(),
  /** An opened pull request moves what it names to "In Progress". */
  movesOpened: z.boolean(),
  /** A merged one moves it to "Done". */
  movesMerged: z.boolean(),
  isOn: z.boolean(),
  /**
   * Why it was paused. `access_ended`: all sessions of its owner were ended, or they cannot sign in. `right_lost`: its
   * owner may not manage automations in this department any more.
   */
  stopReason: z.enum(gitStopReasons).nullable(),
  lastDelivery: z
    .object({
      at: instantSchema,
      /** Such as "pull_request"; empty where the sender names none. */
      event: z.string(),
      outcome: z.enum(["waiting", "done", "ignored", "failed"]),
      /** The reason, where something was not done. */
      detail: z.string(),
    })
    .nullable(),
  version: z.int(),
});
export type GitConnection = z.infer<typeof gitConnectionSchema>;

const parts = {
  name: nameSchema(60),
  movesOpened: z.boolean(),
  movesMerged: z.boolean(),
};

export const newGitConnectionSchema = z.object({
  /** Made by the browser. Repeating it, after a lost answer, replaces the secret that was not seen. */
  id: idSchema,
  provider: z.enum(gitProviders),
  departmentId: idSchema,
  ...parts,
});

export const gitConnectionChangeSchema = z.object({
  version: z.int(),
  ...z.object({ ...parts, isOn: z.boolean() }).partial().shape,
});
