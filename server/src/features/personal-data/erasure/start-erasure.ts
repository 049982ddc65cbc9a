import type { ErasablePerson, ErasureOutcome, ErasurePreview } from "@atoll/contract/personal-data/schemas";
import { sql } from "kysely";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { hashSent } from "../../../platform/create-once.ts";
import { byName } from "../../../platform/database/by-name.ts";
import { containsAllWords } from "../../../platform/database/contains-all-words.ts";
import { type ErasedTable, erasedName } from "../../../platform/kinds/erasure.ts";
import type { Changer, SliceContext } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { deleteAccount, findUser } from "../../administration/public.ts";
import { assertSuperAdmin, changeAlone } from "../../identity/public.ts";
import { isPersonHeld, lockRetention } from "../../retention/public.ts";
import { isOfPerson } from "./erase-rows.ts";
import { countSteps, erasureJob } from "./run-erasure.ts";

/** The most people that are found. */
const mostFound = 20;

/** SQL: a profile `p`, with its account `a` if there is one, of a person who may be erased. */
const isErasable = sql<boolean>`(NOT p.is_program AND (a.id IS NULL OR a.disabled_at IS NOT NULL)
  AND NOT EXISTS (SELECT FROM erasures e WHERE e.person_id = p.id))`;

/** Finds people who have left or cannot sign in, by a part of their name. */
export async function findErasable(db: Database, search: string): Promise<ErasablePerson[]> {
  const named = search === "" ? sql<boolean>`true` : containsAllWords(sql.ref("p.folded_name"), search);
  const { rows } = await sql<ErasablePerson>`SELECT p.id, p.name, a.email FROM profiles p
    LEFT JOIN accounts a ON a.id = p.id WHERE ${isErasable} AND ${named}
    ORDER BY ${byName("p.name_key")}, p.id LIMIT ${sql.lit(mostFound)}`.execute(db);
  return rows;
}

/**
 * A person who may be erased.
 * @throws {AppError} `person_not_found`, `person_erased`, `person_not_erasable`.
 */
async function accessErasable(db: Database, personId: string): Promise<ErasablePerson> {
  const { rows } = await sql<ErasablePerson & { is_erasable: boolean; is_erased: boolean }>`
    SELECT p.id, p.name, a.email, ${isErasable} AS is_erasable,
      EXISTS (SELECT FROM erasures e WHERE e.person_id = p.id) AS is_erased
    FROM profiles p LEFT JOIN accounts a ON a.id = p.id WHERE p.id = ${personId} AND NOT p.is_program`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new AppError("person_not_found");
  if (row.is_erased) throw new AppError("person_erased");
  if (!row.is_erasable) throw new AppError("person_not_erasable");
  return { id: row.id, name: row.name, email: row.email };
}

/**
 * Counts what a person has, and what becomes of it.
 * @throws {AppError} as `accessErasable`.
 */
export async function previewErasure(
  { db, erasedTables }: Pick<SliceContext, "db" | "erasedTables">,
  personId: string,
): Promise<ErasurePreview> {
  return db.transaction().execute(async (tx) => {
    // Some columns with the ID of a person have no index.
    await sql`SET LOCAL statement_timeout = '1min'`.execute(tx);
    const person = await accessErasable(tx, personId);
    const parts: ErasurePreview["parts"] = [];
    for (const table of erasedTables) {
      if (table.title === undefined || table.table === "profiles") continue;
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count
        FROM ${sql.table(table.table)} t WHERE ${isOfPerson(table, personId)}`.execute(tx);
      const count = rows[0]?.count ?? 0;
      if (count > 0) parts.push({ title: table.title, count, outcome: outcomeOf(table) });
    }
    return { person, isHeld: await isPersonHeld(tx, personId), parts };
  });
}

function outcomeOf({ rule }: ErasedTable): ErasureOutcome {
  if (rule === "account" || rule === "always") return "deleted";
  if (rule === "stays") return "nameless";
  if (typeof rule === "string") return "written";
  if ("deletes" in rule) return rule.deletes === "always" ? "deleted" : "written";
  return rule.when === "always" ? "nameless" : "written";
}

/**
 * Starts an erasure: from this moment on, the person has no account and no name. The rest is done by a job.
 * @throws {AppError} as `accessErasable`; `person_held`, `erasure_name_wrong`, `erasure_id_taken`,
 *   `managed_by_directory`.
 */
export async function startErasure(
  context: SliceContext,
  starter: Changer,
  { id, personId, keepsTexts, name }: { id: string; personId: string; keepsTexts: boolean; name: string },
): Promise<void> {
  const hash = hashSent(personId, keepsTexts);
  const broadcast = await changeAlone(context.db, starter, async (tx, viewer) => {
    assertSuperAdmin(viewer);
    const there = await tx
      .selectFrom("erasures")
      .select(["requested_by", "sent_hash"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (there) {
      if (there.requested_by === viewer.id && there.sent_hash.equals(hash)) return undefined;
      throw new AppError("erasure_id_taken");
    }
    const person = await accessErasable(tx, personId);
    if (person.name !== name.trim()) throw new AppError("erasure_name_wrong");
    await lockRetention(tx);
    if (await isPersonHeld(tx, personId)) throw new AppError("person_held");
    const broadcastStart = await beginErasure(context, tx, {
      id,
      personId,
      keepsTexts,
      requesterId: viewer.id,
      hash,
    });
    await context.enqueue(tx, erasureJob(context), { erasureId: id });
    await recordAct(tx, {
      ...{ action: "person.erasure-started", actor: viewer, address: starter.address },
      ...{ subject: { type: "user", id: personId, name: erasedName }, after: { keepsTexts } },
    });
    return broadcastStart;
  });
  await broadcast?.(context);
}

interface ToBegin {
  id: string;
  personId: string;
  keepsTexts: boolean;
  /** Null: it is done again after a restore. */
  requesterId: string | null;
  requestedAt?: Date;
  hash: Buffer;
}

/**
 * Deletes the account and the name of a person, in a transaction that has the turn of the
 * administration.
 * @returns what to broadcast after the commit.
 */
export async function beginErasure(
  context: SliceContext,
  tx: Database,
  { id, personId, keepsTexts, requesterId, requestedAt, hash }: ToBegin,
): Promise<(context: SliceContext) => Promise<void>> {
  const { names, mails } = await findNames(tx, personId);
  const user = await findUser(tx, personId, true);
  const isManaged = requesterId !== null && user?.directory?.isActive === true;
  const broadcast =
    user &&
    (await deleteAccount(tx, context.ownership, user, {
      ...{ actorId: requesterId ?? personId, isManaged },
      // The decision stands, although other people were administrators when the backup was made.
      isAnyway: requesterId === null,
    }));
  await tx
    .updateTable("profiles")
    .set({ name: erasedName, avatar_url: null, updated_at: sql<Date>`now()` })
    .set({ former_since: sql<Date>`coalesce(former_since, now())` })
    .where("id", "=", personId)
    .execute();
  await tx
    .insertInto("erasures")
    .values({
      ...{ id, person_id: personId, keeps_texts: keepsTexts, requested_by: requesterId, names, mails },
      ...{ steps_total: countSteps(context), sent_hash: hash },
      ...(requestedAt && { requested_at: requestedAt }),
    })
    .execute();
  return async (slice) => broadcast?.(slice);
}

/** Finds the names and mail addresses that a person has had, also those that only the audit log knows. */
async function findNames(tx: Database, personId: string): Promise<{ names: string[]; mails: string[] }> {
  const { rows } = await sql<{ names: string[]; mails: string[] }>`
    WITH logged AS MATERIALIZED (SELECT l.subject_name, l.before, l.after FROM audit_log l
      WHERE l.subject_id = ${personId} AND l.subject_type = 'user'),
    found (name, mail) AS (
      SELECT p.name, NULL FROM profiles p WHERE p.id = ${personId}
      UNION ALL SELECT l.actor_name, NULL FROM audit_log l WHERE l.actor_id = ${personId}
      UNION ALL SELECT l.subject_name, NULL FROM logged l
      UNION ALL SELECT l.before ->> 'name', l.before ->> 'email' FROM logged l
      UNION ALL SELECT l.after ->> 'name', l.after ->> 'email' FROM logged l
      UNION ALL SELECT NULL, a.email FROM accounts a WHERE a.id = ${personId}
      UNION ALL SELECT NULL, m.address FROM mails m WHERE m.user_id = ${personId}
      UNION ALL SELECT d.name, d.email FROM directory_people d WHERE d.user_id = ${personId}
      UNION ALL SELECT i.name, i.email FROM invitations i WHERE i.accepted_by = ${personId}
      UNION ALL SELECT i.name, i.email FROM import_people i
        WHERE i.person_id = ${personId} AND i.matched_by IN ('mail', 'name')
    )
    SELECT coalesce(array_agg(DISTINCT btrim(name)) FILTER (WHERE length(btrim(name)) > 1 AND name <> ${erasedName}), '{}') AS names,
      coalesce(array_agg(DISTINCT lower(mail)) FILTER (WHERE mail LIKE '_%@_%'), '{}') AS mails FROM found`.execute(
    tx,
  );
  return rows[0] ?? { names: [], mails: [] };
}

/** Does an erasure again that failed. @throws {AppError} `erasure_not_found`, `person_held`. */
export async function retryErasure(
  context: SliceContext,
  starter: Changer,
  erasureId: string,
): Promise<void> {
  await changeAlone(context.db, starter, async (tx, viewer) => {
    assertSuperAdmin(viewer);
    const row = await tx
      .selectFrom("erasures")
      .select(["person_id", "state"])
      .where("id", "=", erasureId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new AppError("erasure_not_found");
    if (row.state !== "failed") return;
    await lockRetention(tx);
    if (await isPersonHeld(tx, row.person_id)) throw new AppError("person_held");
    await tx
      .updateTable("erasures")
      .set({ state: "running", failure: null, tries: 0 })
      .where("id", "=", erasureId)
      .execute();
    await context.enqueue(tx, erasureJob(context), { erasureId });
  });
}
