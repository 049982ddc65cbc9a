import type { directoryRoutes } from "@atoll/contract/directories/routes";
import type { Directory } from "@atoll/contract/directories/schemas";
import type { RouteInput, RouteOutput } from "@atoll/contract/route";
import { sql } from "kysely";
import { InsufficientAccessError, InvalidCredentialsError, NoSuchObjectError } from "ldapts";
import { AppError } from "../../../platform/app-error.ts";
import { transact } from "../../../platform/database/transact.ts";
import type { Job } from "../../../platform/jobs/jobs.ts";
import { RefusedAddress } from "../../../platform/outbound/guard-address.ts";
import type { Changer, SliceContext } from "../../../slice.ts";
import type { Tables } from "../../../tables.ts";
import { findDirectory, lockDirectory, manage } from "../manage/directories.ts";
import { followJob } from "../people/follow-job.ts";
import { holdDirectory } from "../people/mirror.ts";
import { type LdapAccess, withLdap } from "./connect.ts";
import { countEntries, readLdap, WrongContent } from "./read-ldap.ts";
import { accessOf, findLdap, passwordFor, readerPassword, settingsOf } from "./settings.ts";
import { type Hold, StoppedRun, writeContent } from "./write-content.ts";

interface Run {
  directoryId: string;
  /** So many people may leave, because an administrator has confirmed it. */
  mayLeave?: number | undefined;
}

/** A run that is not done by then has died with its server. */
const longestRun = sql.lit("20 minutes");

/** Reads a directory and writes what differs into the mirror; accounts follow if it has been started. */
export function ldapRunJob(context: SliceContext): Job<Tables, Run> {
  return {
    name: "directories.ldap-run",
    async run({ data: { directoryId, mayLeave } }) {
      const { db, log } = context;
      const { numAffectedRows } = await sql`UPDATE directories SET running_since = now()
        WHERE id = ${directoryId} AND state <> 'off' AND kind = 'ldap'
          AND (running_since IS NULL OR running_since < now() - ${longestRun}::interval)`.execute(db);
      if (numAffectedRows !== 1n) return;
      let problem: { text: string; leavers: number | null } | undefined;
      try {
        await runOnce(context, directoryId, mayLeave);
      } catch (error) {
        problem = { text: wordsOf(error), leavers: error instanceof StoppedRun ? error.leavers : null };
        log.warn({ err: error, directoryId }, "directories: a run stopped");
      }
      // The next run tries again, not this one: nothing is lost by waiting.
      await sql`UPDATE directories SET running_since = NULL, last_problem = ${problem?.text ?? null},
        leavers = ${problem?.leavers ?? null}, last_at = CASE WHEN ${problem === undefined} THEN now() ELSE last_at END
        WHERE id = ${directoryId}`.execute(db);
    },
  };
}

async function runOnce(
  context: SliceContext,
  directoryId: string,
  mayLeave: number | undefined,
): Promise<void> {
  const { db } = context;
  const access = await accessOf(context, await findLdap(db, directoryId));
  if (!access) throw new StoppedRun("Nothing is set about how to read this directory.");
  const { settings } = access;
  // Everything first: half of a directory changes nothing.
  const content = await withLdap(access, (client) => readLdap(client, settings));
  const hold: Hold = (work) => transact(db, async (tx) => work(tx, await holdDirectory(tx, directoryId)));
  await writeContent(db, hold, { id: directoryId, leaverPercent: settings.leaverPercent }, content, mayLeave);
  await hold(async (tx, { state }) => {
    if (state === "on") await context.enqueue(tx, followJob(context), { directoryId });
  });
}

/** Returns the failure in words for administrators. The log has the rest. */
function wordsOf(error: unknown): string {
  if (error instanceof StoppedRun || error instanceof WrongContent) return error.message;
  if (error instanceof InvalidCredentialsError)
    return "The directory refused the account that reads, or its password.";
  if (error instanceof NoSuchObjectError) return "A place in the settings does not exist in the directory.";
  if (error instanceof InsufficientAccessError) return "The account that reads may not see everything.";
  if (error instanceof RefusedAddress)
    return "The server's address is not allowed: it belongs to no company network.";
  if (error instanceof AppError) return "The directory was switched off or changed during the run.";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (certificateCodes.some((one) => code.includes(one)))
    return "The server's certificate is not trusted. Enter the certificate of your authority, or correct the server's name.";
  return `The directory could not be read: ${connectionWords[code] ?? "the connection failed or was cut"}.`;
}

const certificateCodes = ["CERT", "SELF_SIGNED", "UNABLE_TO", "ERR_TLS"];
const connectionWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the server refuses connections at this port",
  ENOTFOUND: "the server's name is unknown",
  ETIMEDOUT: "the server does not answer",
  EHOSTUNREACH: "the server cannot be reached",
};

/**
 * Has a directory read now.
 * @throws {AppError} `forbidden`, `directory_not_found`, `ldap_not_set`.
 */
export async function runDirectory(
  context: SliceContext,
  viewer: Changer,
  directoryId: string,
  { leavers }: RouteInput<typeof directoryRoutes.runDirectory>["body"],
): Promise<Directory> {
  const { db } = context;
  await manage(db, viewer, async (tx) => {
    const row = await lockDirectory(tx, directoryId);
    if (row.kind !== "ldap" || row.state === "off") throw new AppError("directory_not_found");
    if (!settingsOf(row)) throw new AppError("ldap_not_set");
    // Only for the number that was seen.
    const mayLeave = leavers !== undefined && leavers === row.leavers ? leavers : undefined;
    await context.enqueue(tx, ldapRunJob(context), { directoryId, mayLeave });
  });
  return findDirectory(db, directoryId);
}

/**
 * Tries settings, without saving them.
 * @throws {AppError} `directory_not_found`, `ldap_password_needed`.
 */
export async function testSettings(
  { db, outbound }: Pick<SliceContext, "db" | "outbound">,
  directoryId: string,
  { settings, password }: RouteInput<typeof directoryRoutes.testLdap>["body"],
): Promise<RouteOutput<typeof directoryRoutes.testLdap>> {
  const row = await findLdap(db, directoryId);
  const given = passwordFor(row, settings, password);
  const stored = (await accessOf({ db, outbound }, row))?.password;
  const access: LdapAccess = { settings, outbound, password: given ?? stored };
  try {
    return await withLdap(access, async (client) => {
      const people = await countEntries(client, settings, "people");
      if (people === undefined) return { isRight: false, text: "The place of the people does not exist." };
      const groups = settings.groupBase === "" ? 0 : await countEntries(client, settings, "groups");
      if (groups === undefined) return { isRight: false, text: "The place of the groups does not exist." };
      const found = `Found ${people} people and ${groups} groups.`;
      return {
        isRight: people > 0,
        text: people > 0 ? found : `${found} Check the place and the filter of the people.`,
      };
    });
  } catch (error) {
    return { isRight: false, text: wordsOf(error) };
  }
}

/** Reads every directory once a night, and encrypts its password again after a change of keys. */
export function nightlyRunsJob(context: SliceContext): Job<Tables> {
  return {
    name: "directories.ldap-nightly",
    cron: "10 1 * * *",
    async run({ tx }) {
      await readerPassword.reseal(tx);
      const { rows } = await sql<{
        id: string;
      }>`SELECT id FROM directories WHERE kind = 'ldap' AND state <> 'off'`.execute(tx);
      for (const { id } of rows) await context.enqueue(tx, ldapRunJob(context), { directoryId: id });
    },
  };
}
