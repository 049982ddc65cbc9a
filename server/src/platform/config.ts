import { z } from "zod";
import { StartError } from "./start-error.ts";

const flag = z
  .enum(["0", "1", "true", "false"], { error: "1 or 0" })
  .transform((v) => v === "1" || v === "true");

const variables = z.object({
  PORT: z.coerce
    .number({ error: "a port number" })
    .int("a whole number")
    .min(0, "0 to 65535")
    .max(65_535, "0 to 65535")
    .default(3000),
  HOST: z.string().min(1, "an address to listen on").default("0.0.0.0"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "an address like postgres://user:password@host:5432/name")
    .refine((text) => URL.canParse(text), "an address like postgres://user:password@host:5432/name")
    .optional(),
  ATOLL_DATA_DIR: z.string().min(1, "a folder").default("data"),
  ATOLL_COMPANY_NAME: z
    .string()
    .trim()
    .min(1, "a name")
    .max(60, "a name of at most 60 characters")
    .optional(),
  ATOLL_ADMIN_EMAIL: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^\S+@\S+\.\S+$/, "an email address")
    .default("admin@atoll.local"),
  ATOLL_ADMIN_PASSWORD: z
    .string()
    .min(10, "at least 10 characters")
    .max(1024, "at most 1024 characters")
    .optional(),
  ATOLL_TRUSTED_PROXY: z.string().min(1, "addresses or networks, separated by commas").optional(),
  ATOLL_PREPARED_STATEMENTS: flag.default(true),
  ATOLL_DEMO: flag.default(false),
  ATOLL_LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "fatal, error, warn, info, debug, trace or silent",
    })
    .default("warn"),
});

/** What the process was told by its environment. docs/reference/configuration.md lists every variable. */
export interface Config {
  port: number;
  host: string;
  /** Undefined: the embedded PostgreSQL in `dataFolder`. */
  databaseUrl: string | undefined;
  dataFolder: string;
  companyName: string;
  adminEmail: string;
  /** Undefined: one is generated and printed once. */
  adminPassword: string | undefined;
  /** Addresses of reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Off for poolers that cannot hold prepared statements. */
  preparedStatements: boolean;
  demo: boolean;
  logLevel: string;
}

/** The names of the variables, for the reference's check. */
export const configVariableNames = Object.keys(variables.shape);

/**
 * Reads the configuration.
 * @throws {StartError} naming each wrong variable and what it should be.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")} should be ${issue.message}`);
    throw new StartError(lines.join("\n"), "Correct the environment and start again.");
  }
  const value = parsed.data;
  return {
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    dataFolder: value.ATOLL_DATA_DIR,
    companyName: value.ATOLL_COMPANY_NAME ?? (value.ATOLL_DEMO ? "Pelican Works" : "Atoll"),
    adminEmail: value.ATOLL_ADMIN_EMAIL,
    adminPassword: value.ATOLL_ADMIN_PASSWORD,
    trustedProxies: value.ATOLL_TRUSTED_PROXY?.split(",").map((part) => part.trim()) ?? [],
    preparedStatements: value.ATOLL_PREPARED_STATEMENTS,
    demo: value.ATOLL_DEMO,
    logLevel: value.ATOLL_LOG_LEVEL,
  };
}
