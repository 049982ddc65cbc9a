import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "../../log/start-error.ts";
import { readPassword, roleName } from "./cluster.ts";
import type { EmbeddedLayout } from "./layout.ts";

/**
 * Where the embedded PostgreSQL of a running server is reached.
 * @throws {StartError} while it starts or stops.
 */
export async function runningUrl(layout: EmbeddedLayout): Promise<string> {
  const lines = (await readFile(join(layout.cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const [port, status] = [Number(lines[3]), lines[7] ?? ""];
  if (!port || !status.startsWith("ready")) {
    throw new StartError(
      `The database in ${layout.dataFolder} is starting or stopping.`,
      "Try again in a moment.",
    );
  }
  return databaseUrl(await readPassword(layout), port);
}

/** Returns the URL with the password, for a role that owns its database and is not a superuser. */
export function databaseUrl(password: string, port: number): string {
  return `postgresql://${roleName}:${password}@127.0.0.1:${port}/${roleName}`;
}
