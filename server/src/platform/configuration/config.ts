import { isIP } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { StartError } from "../log/start-error.ts";
import { flag } from "./flag.ts";
import {
  type MailConfig,
  type MailInConfig,
  mailInOf,
  mailNeeds,
  mailOf,
  mailVariables,
} from "./mail-config.ts";
import { hostsOf } from "./network-list.ts";
import { type S3Config, s3Needs, s3Of, s3Variables } from "./s3-config.ts";
import { readSecretFiles } from "./secret-files.ts";
import { roleMapOf, type SingleSignOnConfig } from "./single-sign-on-config.ts";
import { proxiesOf } from "./trusted-proxies.ts";

const secureUrl = (what: string) =>
  z.string().refine((text) => {
    const url = URL.parse(text);
    const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url?.hostname ?? "");
    return url?.protocol === "https:" || (url?.protocol === "http:" && isHere);
  }, what);

const variables = z.object({
  PORT: z.coerce
    .number({ error: "a port number" })
    .int("a whole number")
    .min(0, "0 to 65535")
    .max(65_535, "0 to 65535")
    .default(3000),
  HOST: z
    .string()
    .min(1, "an address to listen on")
    .transform((host) => host.replace(/^\[(.*)\]$/, "$1"))
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "an address like postgres://user:password@host:5432/name")
    .refine((text) => URL.canParse(text), "an address like postgres://user:password@host:5432/name")
    .optional(),
  BUS_URL: z
    .string()
    .refine(
      (text) => /^rediss?:$/.test(URL.parse(text)?.protocol ?? "") && URL.parse(text)?.hostname !== "",
      "an address like rediss://user:password@host:6379",
    )
    .optional(),
  ATOLL_DATA_DIR: z.string().min(1, "a folder").default("data"),
  ATOLL_FILES_FOLDER: z.string().min(1, "a folder").optional(),
  ...s3Variables,
  ATOLL_MAX_FILE_MB: z.coerce
    .number({ error: "a number of megabytes" })
    .int("a whole number of megabytes")
    .min(1, "1 to 10240")
    .max(10_240, "1 to 10240")
    .default(100),
  ATOLL_STORAGE_PER_PERSON_GB: z.coerce
    .number({ error: "a number of gigabytes" })
    .min(0.1, "0.1 to 1000000")
    .max(1_000_000, "0.1 to 1000000")
    .default(20),
  ATOLL_KEEP_FREE_MB: z.coerce
    .number({ error: "a number of megabytes" })
    .int("a whole number of megabytes")
    .min(0, "0 to 1048576")
    .max(1_048_576, "0 to 1048576")
    .default(1024),
  ATOLL_SESSION_DAYS: z.coerce
    .number({ error: "a number of days" })
    .int("a whole number of days")
    .min(1, "1 to 365")
    .max(365, "1 to 365")
    .default(90),
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
  ATOLL_PUBLIC_URL: secureUrl("an address like https://atoll.example.com (http only on localhost)")
    .refine((text) => {
      const url = URL.parse(text);
      return !url || (url.pathname === "/" && !url.search && !url.hash && !url.username);
    }, "an address without a path, like https://atoll.example.com")
    .transform((text) => URL.parse(text)?.origin ?? text)
    .optional(),
  ...mailVariables,
  ATOLL_OIDC_ISSUER: secureUrl(
    "an address like https://login.example.com (http only on localhost)",
  ).optional(),
  ATOLL_OIDC_CLIENT_ID: z.string().min(1, "the name of Atoll at your provider").optional(),
  ATOLL_OIDC_CLIENT_SECRET: z.string().min(1, "the secret of Atoll at your provider").optional(),
  ATOLL_OIDC_NAME: z.string().trim().min(1, "a name").max(60, "a name of at most 60 characters").optional(),
  ATOLL_OIDC_ROLE_CLAIM: z.string().min(1, "the name of a claim").optional(),
  ATOLL_OIDC_ROLE_MAP: z
    .string()
    .refine(
      (text) => roleMapOf(text) !== undefined,
      "a list like engineers=user,it-admins=admin, without pending",
    )
    .optional(),
  ATOLL_OIDC_CREATE_PENDING: flag.default(false),
  ATOLL_TRUSTED_PROXY: z
    .string()
    .refine((text) => proxiesOf(text) !== undefined, "addresses or networks, separated by commas")
    .optional(),
  ATOLL_PEOPLE_PER_ADDRESS: z.coerce
    .number({ error: "a number of people" })
    .int("a whole number of people")
    .min(1, "1 to 100000")
    .max(100_000, "1 to 100000")
    .default(500),
  ATOLL_METRICS_FROM: z
    .string()
    .refine((text) => proxiesOf(text) !== undefined, "addresses or networks, separated by commas")
    .default("loopback"),
  ATOLL_PUSH_PRIVATE_HOSTS: z
    .string()
    .refine(
      (text) => hostsOf(text).every((host) => /^[\w.:-]+$/.test(host)),
      "names or addresses, separated by commas",
    )
    .default(""),
  ATOLL_SEARCH_SECONDS: z.coerce
    .number({ error: "a number of seconds" })
    .min(0.5, "0.5 to 600")
    .max(600, "0.5 to 600")
    .default(2),
  ATOLL_PREPARED_STATEMENTS: flag.default(true),
  ATOLL_EXPORT_EVERYTHING: flag.default(false),
  ATOLL_DEMO: flag.default(false),
  ATOLL_LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "fatal, error, warn, info, debug, trace or silent",
    })
    .default("warn"),
});

const settings = variables.superRefine((value, context) => {
  const wants = (name: keyof typeof value, by: keyof typeof value) => {
    if (value[by] && !value[name])
      context.addIssue({ code: "custom", path: [name], message: `set when ${by} is` });
  };
  wants("ATOLL_OIDC_CLIENT_ID", "ATOLL_OIDC_ISSUER");
  wants("ATOLL_PUBLIC_URL", "ATOLL_OIDC_ISSUER");
  wants("ATOLL_OIDC_ROLE_MAP", "ATOLL_OIDC_ROLE_CLAIM");
  wants("ATOLL_PUBLIC_URL", "SMTP_URL");
  wants("ATOLL_OIDC_ROLE_CLAIM", "ATOLL_OIDC_ROLE_MAP");
  for (const [name, by] of [...mailNeeds, ...s3Needs]) wants(name, by);
  for (const name of variables.keyof().options) {
    if (name.startsWith("ATOLL_OIDC_")) wants("ATOLL_OIDC_ISSUER", name);
  }
});

/** The configuration from environment variables. docs/reference/configuration.md lists all of them. */
export interface Config {
  port: number;
  /** Undefined to listen on all addresses. */
  host: string | undefined;
  /** Undefined to use the embedded PostgreSQL in `dataFolder`. */
  databaseUrl: string | undefined;
  /** Undefined if nodes send to each other over the database. */
  busUrl: string | undefined;
  dataFolder: string;
  /** The folder of uploaded files, shared by all nodes. With a bucket, only for files on their way there. */
  filesFolder: string;
  /** Undefined if files are in the folder. */
  s3: S3Config | undefined;
  /** The maximum size of a file. */
  maxFileBytes: number;
  /** The total size of one person's files. */
  maxBytesPerPerson: number;
  /** The space that uploads leave free on their disk. */
  keepFreeBytes: number;
  /** The maximum length of a session. */
  longestSessionDays: number;
  companyName: string;
  adminEmail: string;
  /** Undefined to generate one and print it once. */
  adminPassword: string | undefined;
  /** Reverse proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  /** The number of people who share a network address. Rate limits by address scale with it. */
  peoplePerAddress: number;
  /** Addresses that may read `/metrics`. */
  metricsFrom: string[];
  /** The address of Atoll for people. Undefined if not set. */
  publicUrl: string | undefined;
  /** Undefined if no mail is sent. */
  mail: MailConfig | undefined;
  /** Undefined if no mail is taken in. */
  mailIn: MailInConfig | undefined;
  /** Push services inside the company's own network, by name or address. */
  privatePushHosts: string[];
  /** Undefined if people sign in only with passwords. */
  singleSignOn: SingleSignOnConfig | undefined;
  /** The maximum duration of a search. */
  longestSearchMs: number;
  /** Off for poolers that do not support prepared statements. */
  preparedStatements: boolean;
  /** Whether super administrators may export everything. */
  isFullExportAllowed: boolean;
  demo: boolean;
  logLevel: string;
}

/** The names of the variables, for the reference's check. */
export const configVariableNames = Object.keys(variables.shape);

/**
 * Reads the configuration.
 * @throws {StartError} with each invalid variable and its expected value.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const value = parseSettings(env);
  return {
    port: value.PORT,
    host: value.HOST,
    databaseUrl: value.DATABASE_URL,
    busUrl: value.BUS_URL,
    dataFolder: value.ATOLL_DATA_DIR,
    filesFolder: value.ATOLL_FILES_FOLDER ?? join(value.ATOLL_DATA_DIR, "files"),
    s3: s3Of(value),
    maxFileBytes: value.ATOLL_MAX_FILE_MB * 1024 * 1024,
    maxBytesPerPerson: Math.floor(value.ATOLL_STORAGE_PER_PERSON_GB * 1024 ** 3),
    keepFreeBytes: value.ATOLL_KEEP_FREE_MB * 1024 * 1024,
    longestSessionDays: value.ATOLL_SESSION_DAYS,
    companyName: value.ATOLL_COMPANY_NAME ?? (value.ATOLL_DEMO ? "Pelican Works" : "Atoll"),
    adminEmail: value.ATOLL_ADMIN_EMAIL,
    adminPassword: value.ATOLL_ADMIN_PASSWORD,
    trustedProxies: (value.ATOLL_TRUSTED_PROXY && proxiesOf(value.ATOLL_TRUSTED_PROXY)) || [],
    peoplePerAddress: value.ATOLL_PEOPLE_PER_ADDRESS,
    metricsFrom: proxiesOf(value.ATOLL_METRICS_FROM) ?? [],
    publicUrl: value.ATOLL_PUBLIC_URL,
    mail: mailOf(value),
    mailIn: mailInOf(value),
    privatePushHosts: hostsOf(value.ATOLL_PUSH_PRIVATE_HOSTS),
    singleSignOn: singleSignOnOf(value),
    longestSearchMs: value.ATOLL_SEARCH_SECONDS * 1000,
    preparedStatements: value.ATOLL_PREPARED_STATEMENTS,
    isFullExportAllowed: value.ATOLL_EXPORT_EVERYTHING,
    demo: value.ATOLL_DEMO,
    logLevel: value.ATOLL_LOG_LEVEL,
  };
}

function parseSettings(env: Record<string, string | undefined>): z.output<typeof variables> {
  const { env: read, problems } = readSecretFiles(env);
  const given = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== ""));
  const parsed = settings.safeParse(given);
  const wrong = [
    ...[...problems].map(([name, what]) => `${name} should be ${what}`),
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")} should be ${issue.message}`),
  ];
  if (parsed.success && wrong.length === 0) return parsed.data;
  throw new StartError(wrong.join("\n"), "Correct the environment and start again.");
}

function singleSignOnOf(value: z.output<typeof variables>): SingleSignOnConfig | undefined {
  const { ATOLL_PUBLIC_URL: publicUrl, ATOLL_OIDC_ISSUER: issuer, ATOLL_OIDC_CLIENT_ID: clientId } = value;
  if (!publicUrl || !issuer || !clientId) return undefined;
  const map = value.ATOLL_OIDC_ROLE_MAP && roleMapOf(value.ATOLL_OIDC_ROLE_MAP);
  return {
    publicUrl,
    issuer,
    clientId,
    clientSecret: value.ATOLL_OIDC_CLIENT_SECRET,
    name: value.ATOLL_OIDC_NAME ?? "your company",
    roles: value.ATOLL_OIDC_ROLE_CLAIM && map ? { claim: value.ATOLL_OIDC_ROLE_CLAIM, map } : undefined,
    createsPending: value.ATOLL_OIDC_CREATE_PENDING,
  };
}

/**
 * Returns the host name that passkeys are made for: that of the configured address, or of this very machine if there is
 * none. It is never taken from a request, so that a page in between cannot have passkeys made for itself. Null for an
 * address without a name, which browsers do not accept.
 */
export function passkeySiteOf(publicUrl: string | undefined): string | null {
  const host = publicUrl === undefined ? "localhost" : URL.parse(publicUrl)?.hostname;
  return host && isIP(host.replace(/^\[|\]$/g, "")) === 0 ? host : null;
}
