import { access, constants } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { createTransport } from "nodemailer";
import pg from "pg";
import { command, say } from "./operate.ts";
import { openRedisLine } from "./platform/bus/redis-line.ts";
import { type Config, configVariableNames, readConfig } from "./platform/configuration/config.ts";
import { describeConfigVariables } from "./platform/configuration/config-reference.ts";
import { secretFilesOf, secretNames } from "./platform/configuration/secret-files.ts";
import { describeUnknownVariables } from "./platform/configuration/unknown-variables.ts";
import { explainFailure } from "./platform/explain-failure.ts";
import { openStorage } from "./platform/files/open-storage.ts";
import { createLog } from "./platform/log/log.ts";

const withinMs = 10_000;

// Says what each setting is and where it comes from, what is wrong with them, and whether what they name can be
// reached. Leaves nothing changed, and ends with 1 when something is wrong.
await command(async () => {
  for (const line of describeSettings(process.env)) say(line);
  say("");
  const warnings = describeUnknownVariables(process.env);
  for (const line of warnings) say(`WARNING ${line}`);
  const config = readConfig(process.env);
  let failed = 0;
  for (const [what, check] of checksOf(config)) {
    try {
      say(`ok      ${what}: ${await check()}`);
    } catch (error) {
      failed += 1;
      const reason =
        explainFailure(error)?.message ?? (error instanceof Error ? error.message : String(error));
      say(`FAILED  ${what}: ${reason}`);
    }
  }
  if (failed > 0) process.exitCode = 1;
});

function describeSettings(env: Record<string, string | undefined>): string[] {
  const standards = new Map(describeConfigVariables().map(({ name, standard }) => [name, standard]));
  const width = Math.max(...configVariableNames.map((name) => name.length));
  return configVariableNames.map((name) => {
    const [file] = secretNames.includes(name) ? secretFilesOf(name, env) : [];
    const value = env[name];
    const said = value
      ? `${secretNames.includes(name) ? masked(value) : value} (environment)`
      : file
        ? `******** (file ${file.file})`
        : `${standards.get(name)} (default)`;
    return `${name.padEnd(width)}  ${said}`;
  });
}

/** Shows where an address leads, and nothing that could let anybody in. */
function masked(secret: string): string {
  const url = URL.parse(secret);
  return url?.hostname ? `${url.protocol}//********@${url.host}${url.pathname}` : "********";
}

function checksOf(config: Config): [string, () => Promise<string>][] {
  const { databaseUrl, busUrl, dataFolder, filesFolder, s3, mail } = config;
  return [
    databaseUrl
      ? ["database", () => reachDatabase(databaseUrl)]
      : ["folder of the embedded database", () => findWritable(dataFolder)],
    ["folder of files", () => findWritable(filesFolder)],
    ...(s3 ? [["S3 store", () => reachStore(config)] satisfies [string, () => Promise<string>]] : []),
    ...(busUrl ? [["bus", () => reachBus(busUrl)] satisfies [string, () => Promise<string>]] : []),
    ...(mail ? [["mail server", () => reachMail(mail)] satisfies [string, () => Promise<string>]] : []),
  ];
}

async function reachDatabase(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; number: number; may: boolean }>(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
        has_database_privilege(current_database(), 'CREATE') AS may`,
    );
    const [row] = rows;
    if (!row || row.number < 160_000)
      throw new Error(`PostgreSQL ${row?.version} is too old; 16 is the oldest`);
    if (!row.may) throw new Error("Atoll's user may not create anything in it; make that user its owner");
    return `PostgreSQL ${row.version}`;
  } finally {
    await client.end();
  }
}

/** Publishes a text that no server listens to. */
async function reachBus(url: string): Promise<string> {
  const warnings: string[] = [];
  const line = await openRedisLine({
    ...{ url, name: "atoll:check-settings", log: createLog("silent") },
    say: (warning) => warnings.push(warning),
  });
  try {
    if (warnings.length > 0) throw new Error("it does not answer");
    await line.publish("");
    return "a server that takes messages";
  } finally {
    await line.close();
  }
}

/** Writes a small object and deletes it. */
async function reachStore(config: Config): Promise<string> {
  const { site } = await openStorage(config, createLog(config.logLevel), { isReadOnly: true });
  await site.tryToStore();
  return `${site.name} takes files`;
}

async function reachMail({ server }: NonNullable<Config["mail"]>): Promise<string> {
  const { user, host, port } = server;
  const transport = createTransport({
    ...{ host, port, secure: server.isSecure, requireTLS: server.requiresTls },
    ...{
      connectionTimeout: withinMs,
      greetingTimeout: withinMs,
      socketTimeout: withinMs,
      dnsTimeout: withinMs,
    },
    auth: user && { user: user.name, pass: user.password },
  });
  try {
    await transport.verify();
    return `${host}:${port} answers${user ? ", and accepts the password" : ""}`;
  } finally {
    transport.close();
  }
}

/** A folder that does not exist yet is made by the first start, below one that does. */
async function findWritable(folder: string): Promise<string> {
  const path = resolve(folder);
  for (let existing = path; ; existing = dirname(existing)) {
    try {
      await access(existing, constants.W_OK | constants.X_OK);
      return existing === path ? path : `${path} (it is made by the first start)`;
    } catch (error) {
      const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
      if (!isMissing || existing === dirname(existing)) throw error;
    }
  }
}
