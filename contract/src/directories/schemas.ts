import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { nameSchema } from "../text/names.ts";

export const directoryKinds = ["scim", "ldap", "saml", "oidc"] as const;
export type DirectoryKind = (typeof directoryKinds)[number];

/**
 * Whether a directory is a provider of single sign-on, which names the groups of a person when they sign in. It decides
 * about roles and departments only, and an account of another directory does not follow it.
 */
export const isSignOnKind = (kind: DirectoryKind): boolean => kind === "saml" || kind === "oidc";

/** The start of every SCIM secret, by which scanners of secrets recognise one. */
export const scimSecretPrefix = "atoll_scim_";

/** The company can have this many directories. */
export const maxDirectories = 20;
/** A directory can have this many mappings. */
export const maxMappings = 500;
/** A plan names this many people. The counts are of all. */
export const maxPlanned = 200;

/** Why an account does not follow its directory in everything, as text for administrators. */
export const directoryProblems = {
  administrator:
    "An administrator, or someone with sensitive permissions, has this address. Confirm that it is the same person.",
  address_of_administrator:
    "The directory has another address for an administrator, or someone with sensitive permissions. Confirm it.",
  address_taken: "Someone else has this address. Change it in the directory, or delete the other account.",
  other_directory: "This account follows another directory.",
  disabled_here: "An administrator disabled this account. Only an administrator can enable it.",
  last_super_admin: "This is the last super administrator, who keeps their account and role.",
  many_leavers: "Many people left at once. The account works until you let them leave.",
  too_many: "Nobody has more than 50 roles or is in more than 100 departments.",
  failed:
    "Atoll could not change this account. It tries again every night, for sign-on providers at the next sign-in. The latest changes say what was refused.",
  groups_too_many:
    "The provider left out this person's groups because there are too many for one message. Roles and departments stay as they are. Let the provider send only the groups assigned to Atoll.",
  groups_unreadable:
    "The provider named more than 1,000 groups, or some that are not texts of at most 256 characters. Roles and departments stay as they are. Let the provider send only the groups assigned to Atoll, by their IDs.",
} as const;
export type DirectoryProblem = keyof typeof directoryProblems;

export const directorySchema = z.object({
  id: idSchema,
  name: z.string(),
  kind: z.enum(directoryKinds),
  /** `trial`: no account changes before an administrator has started the directory. */
  state: z.enum(["trial", "on", "off"]),
  version: z.int(),
  createdAt: instantSchema,
  /** When the directory was last heard; null: never. */
  lastAt: instantSchema.nullable(),
  /** Why its last run stopped. */
  lastProblem: z.string().nullable(),
  /** The last characters of the secret, and when it was made. Null for a directory without one. */
  secret: z.object({ ending: z.string(), madeAt: instantSchema }).nullable(),
  people: z.object({
    active: z.int(),
    /** Inactive or gone in the directory, with an account that is still here. */
    left: z.int(),
    problems: z.int(),
    /** People whose accounts do not follow yet. */
    due: z.int(),
  }),
  groupCount: z.int(),
  /** People who left, too many at once to be disabled without a confirmation. */
  leavers: z.int().nullable(),
  /** Whether it is being read at the moment. */
  isRunning: z.boolean(),
});
export type Directory = z.infer<typeof directorySchema>;

export const directoryNameSchema = nameSchema(60);

/** The role or department that people get by a group, or by a value of the attribute `department`. */
export const mappingSchema = z.object({
  groupId: idSchema.nullable(),
  departmentValue: z.string().trim().min(1).max(200).nullable(),
  roleId: idSchema.nullable(),
  departmentId: idSchema.nullable(),
});
export type Mapping = z.infer<typeof mappingSchema>;

export const directoryGroupSchema = z.object({ id: idSchema, name: z.string(), memberCount: z.int() });
export type DirectoryGroup = z.infer<typeof directoryGroupSchema>;

export const directoryPersonSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  userName: z.string(),
  isActive: z.boolean(),
  userId: idSchema.nullable(),
  /** When the account was disabled because of the directory. */
  disabledAt: instantSchema.nullable(),
  problem: z.enum(Object.keys(directoryProblems) as [DirectoryProblem, ...DirectoryProblem[]]).nullable(),
  version: z.int(),
});
export type DirectoryPerson = z.infer<typeof directoryPersonSchema>;

/** The changes that a directory makes to an account. */
const directoryActs = ["create", "link", "disable", "enable", "update"] as const;
export type DirectoryAct = (typeof directoryActs)[number];

/** The changes that a person would get, in words for administrators. */
const plannedSchema = z.object({
  personId: idSchema,
  name: z.string(),
  email: z.string(),
  acts: z.array(z.enum(directoryActs)),
  problem: directoryPersonSchema.shape.problem,
  /** The differences, such as "Role: Admin". */
  details: z.array(z.string()),
});
export type Planned = z.infer<typeof plannedSchema>;

export const planSchema = z.object({
  counts: z.object({
    create: z.int(),
    link: z.int(),
    disable: z.int(),
    enable: z.int(),
    update: z.int(),
    problems: z.int(),
    unchanged: z.int(),
  }),
  people: z.array(plannedSchema),
});
export type DirectoryPlan = z.infer<typeof planSchema>;

export const directoryEventSchema = z.object({
  id: idSchema,
  at: instantSchema,
  kind: z.string(),
  name: z.string(),
  userId: idSchema.nullable(),
  detail: z.string(),
});
export type DirectoryEvent = z.infer<typeof directoryEventSchema>;
