import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";
import { defineRoute, rateLimits } from "../route.ts";
import { maintenanceChangeSchema, maintenanceSchema } from "./maintenance.ts";

/** The problems that an installation can have. The page has their texts. */
export const healthProblems = [
  // One server, as it says at /readyz.
  "not-ready",
  "files-unavailable",
  "silent",
  "stale",
  "restarted",
  "disk-low",
  // All of them.
  "unknown",
  "writes-refused",
  "versions-differ",
  "backup-missing",
  "backup-old",
  "backup-incomplete",
  "bus-away",
  "jobs-late",
  "jobs-failed",
  "connections-scarce",
  "transaction-long",
  "mail-late",
  "mail-failed",
] as const;

const problemSchema = z.object({
  code: z.enum(healthProblems),
  /** `error`: people notice it. `warning`: they will, if nobody does anything. */
  severity: z.enum(["error", "warning"]),
  /** The server, job or part it is about. */
  about: z.string().nullable(),
  /** How often it happened, where that is known. */
  count: z.number().int().nullable(),
  /** Why a server is not ready, in the words of /readyz. */
  reasons: z.array(z.string()),
});
export type HealthProblem = z.infer<typeof problemSchema>;

/** A statement that took a second or longer, without its values. */
const slowStatementSchema = z.object({
  statement: z.string(),
  seconds: z.number(),
  times: z.number().int(),
  lastAt: instantSchema,
});
export type SlowStatement = z.infer<typeof slowStatementSchema>;

const diskSchema = z.object({ freeBytes: z.number().nullable(), isFull: z.boolean() });

/** The report of a server on itself. */
export const nodeReportSchema = z.object({
  host: z.string(),
  version: z.string(),
  startedAt: instantSchema,
  /** Why it takes no requests. */
  obstacles: z.array(z.string()),
  /** Parts that work on no server. */
  limits: z.array(z.string()),
  memoryBytes: z.number(),
  /** The longest time since the last report in which the server did nothing else. */
  loopDelayMs: z.number(),
  socketCount: z.number().int(),
  disks: z.object({ files: diskSchema, database: diskSchema }),
  /** Those of the last hour, the slowest first. */
  slowStatements: z.array(slowStatementSchema),
});
export type NodeReport = z.infer<typeof nodeReportSchema>;

const nodeSchema = z.object({
  id: idSchema,
  /** Its last word. Null: it has said nothing yet, or something that this version does not understand. */
  report: nodeReportSchema.nullable(),
  reportedAt: instantSchema.nullable(),
  /** It was not stopped, and is not heard any more. */
  isSilent: z.boolean(),
  /** It is heard, and its report has not changed for three intervals. */
  isStale: z.boolean(),
});
export type HealthNode = z.infer<typeof nodeSchema>;

/** The levels that can be chosen without a restart, from few lines to many. */
export const logLevels = ["error", "warn", "info", "debug", "trace"] as const;

const chosenLogLevelSchema = z.object({
  level: z.enum(logLevels),
  /** For how long. */
  minutes: z
    .int()
    .min(15)
    .max(24 * 60),
});
export type ChosenLogLevel = z.infer<typeof chosenLogLevelSchema>;

const loggingSchema = z.object({
  level: z.string(),
  /** The level of the setting, which comes back at `endsAt`. */
  configured: z.string(),
  /** Null: no other level is chosen. */
  endsAt: instantSchema.nullable(),
});
export type Logging = z.infer<typeof loggingSchema>;

/** A part is null if it could not be read in time. */
export const healthSchema = z.object({
  takenAt: instantSchema,
  problems: z.array(problemSchema),
  nodes: z.array(nodeSchema),
  /** The level of the server that answers. A choice applies to all. */
  logging: loggingSchema,
  database: z
    .object({
      version: z.string(),
      /** Whether it is the one that comes with Atoll. */
      isEmbedded: z.boolean(),
      sizeBytes: z.number(),
      connectionCount: z.number().int(),
      connectionLimit: z.number().int(),
      /** How long the oldest transaction that is open has been, in seconds. */
      oldestTransactionSeconds: z.number().nullable(),
    })
    .nullable(),
  jobs: z
    .object({
      waitingCount: z.number().int(),
      runningCount: z.number().int(),
      /** How long the first of those that are due has waited. */
      oldestDueSeconds: z.number().nullable(),
      /** Those that failed for good within a week, the newest first. */
      failed: z.array(z.object({ name: z.string(), count: z.number().int(), lastAt: instantSchema })),
    })
    .nullable(),
  files: z
    .object({
      /** Where they are, as it begins a sentence. */
      place: z.string(),
      isRemote: z.boolean(),
      isAvailable: z.boolean(),
      /** As the statistics of the database know it. */
      count: z.number().int(),
    })
    .nullable(),
  backup: z
    .object({
      /** The last complete one. */
      finishedAt: instantSchema.nullable(),
      /** The last one, if files were missing from it. */
      incompleteAt: instantSchema.nullable(),
    })
    .nullable(),
  mail: z
    .object({
      isOn: z.boolean(),
      waitingCount: z.number().int(),
      oldestDueSeconds: z.number().nullable(),
      failedCount: z.number().int(),
    })
    .nullable(),
  push: z
    .object({
      deviceCount: z.number().int(),
      /** Since when this key signs for the installation. Null: nobody has switched push on. */
      keyCreatedAt: instantSchema.nullable(),
    })
    .nullable(),
});
export type Health = z.infer<typeof healthSchema>;

/** The page "Health" of the admin panel, and what is operated from there. */
export const operationRoutes = {
  getHealth: defineRoute({
    method: "GET",
    path: "/api/admin/health",
    summary:
      "Get the servers, and the state of the database, jobs, files, backups, mail and push. Super administrators only.",
    access: "signed-in",
    rateLimit: { max: 60, windowSeconds: 60, by: "viewer" },
    status: 200,
    response: healthSchema,
    errors: ["forbidden"],
  }),
  chooseLogLevel: defineRoute({
    method: "PUT",
    path: "/api/admin/log-level",
    summary: "Choose how much all servers log for 15 minutes to 24 hours. Super administrators only.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: chosenLogLevelSchema,
    status: 200,
    response: loggingSchema,
    errors: ["forbidden"],
  }),
  resetLogLevel: defineRoute({
    method: "DELETE",
    path: "/api/admin/log-level",
    summary:
      "Go back to the log level of the setting. Repeating it has no effect. Super administrators only.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    status: 200,
    response: loggingSchema,
    errors: ["forbidden"],
  }),
  getMaintenance: defineRoute({
    method: "GET",
    path: "/api/maintenance",
    summary: "Get the maintenance that is announced or running.",
    access: "signed-in",
    forGuests: true,
    rateLimit: rateLimits.read,
    status: 200,
    response: maintenanceSchema,
    errors: [],
  }),
  announceMaintenance: defineRoute({
    method: "PUT",
    path: "/api/admin/maintenance",
    summary:
      "Announce maintenance to everyone, or change it. With `isReadOnly`, only super administrators can write while it lasts. Super administrators only.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    body: maintenanceChangeSchema,
    status: 200,
    response: maintenanceSchema,
    errors: ["forbidden", "changed_meanwhile"],
  }),
  endMaintenance: defineRoute({
    method: "DELETE",
    path: "/api/admin/maintenance",
    summary: "End or cancel maintenance. Repeating it has no effect. Super administrators only.",
    access: "signed-in",
    rateLimit: rateLimits.write,
    status: 200,
    response: maintenanceSchema,
    errors: ["forbidden"],
  }),
};
