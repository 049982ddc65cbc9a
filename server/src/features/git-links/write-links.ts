import { maxShownLinks } from "@atoll/contract/git-links/schemas";
import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../platform/app-error.ts";
import type { RequestViewer } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { accessTypeOfCard } from "../cards/public.ts";
import { changeAs } from "../identity/public.ts";
import { accessTask } from "../tasks/public.ts";
import { findSubjects, type NamedSubject, type Subject } from "./access.ts";
import type { Move } from "./move-subject.ts";
import type { GitChange } from "./read-payload.ts";

/** A delivery, with the connection that received it. */
export interface Delivery {
  number: number;
  /** When it came. */
  at: Date;
  changes: readonly GitChange[] | null;
  connection_id: string;
  department_id: string;
  moves_opened: boolean;
  moves_merged: boolean;
}

/** Links that one transaction writes. It holds the rights of the owner, which others may be about to change. */
export const linksAtOnce = 500;

/** A change, and an ID that it names or that it was linked with before. */
interface Naming {
  change: GitChange;
  id: string;
  isNamed: boolean;
}

/** Returns what a delivery names, each link once. Of the commits that name one thing, the newest that are shown. */
export function namingsOf(changes: readonly (GitChange & { linked: readonly string[] })[]): Naming[] {
  const found = new Map<string, Naming>();
  const commits = new Map<string, number>();
  for (const change of changes.toReversed()) {
    for (const id of new Set([...change.named, ...change.linked])) {
      const key = `${change.kind} ${change.externalId} ${id}`;
      if (found.has(key)) continue;
      const count = (commits.get(id) ?? 0) + (change.kind === "commit" ? 1 : 0);
      if (count > maxShownLinks) continue;
      commits.set(id, count);
      found.set(key, { change, id, isNamed: change.named.includes(id) });
    }
  }
  return [...found.values()];
}

/** Adds what a pull request or branch was linked with before: its state changes there, whatever it names now. */
export async function findLinked(db: Database, { connection_id, changes }: Delivery) {
  const linked = [];
  for (const change of changes ?? []) {
    const { kind, externalId } = change;
    const rows =
      kind === "commit"
        ? []
        : await db
            .selectFrom("git_links")
            .select("subject_id")
            .where("connection_id", "=", connection_id)
            .where("kind", "=", kind)
            .where("external_id", "=", externalId)
            .limit(maxShownLinks)
            .execute();
    linked.push({ ...change, linked: rows.map(({ subject_id }) => subject_id) });
  }
  return linked;
}

/** Writes links, and claims the moves that follow from them. Each is claimed once for a link. */
export async function writeLinks(
  tx: Database,
  owner: RequestViewer,
  delivery: Delivery,
  namings: readonly Naming[],
): Promise<{ named: NamedSubject[]; touched: NamedSubject[] }> {
  const ids = [...new Set(namings.map(({ id }) => id))];
  const named = await findSubjects(tx, owner, delivery.department_id, ids);
  const subjects = new Map(named.map((subject) => [subject.namedId, subject]));
  const written = new Set(await upsertLinks(tx, delivery, namings, subjects));
  const touched = named.filter(({ namedId }) => written.has(namedId));
  await leaveOutOldCommits(tx, touched);
  for (const { change, id } of namings)
    if (change.kind === "pull_request" && subjects.has(id)) await claimMove(tx, delivery, change, id);
  return { named, touched };
}

/** Writes links, unless what is there is newer. Returns the IDs of what they are linked with. */
async function upsertLinks(
  tx: Database,
  { connection_id, number, at }: Delivery,
  namings: readonly Naming[],
  subjects: ReadonlyMap<string, NamedSubject>,
): Promise<string[]> {
  const links = namings.flatMap(({ change: { named: _, ...change }, id, isNamed }) => {
    const kind = subjects.get(id)?.kind;
    if (!kind) return [];
    return [{ ...change, isNamed, taskId: kind === "task" ? id : null, cardId: kind === "card" ? id : null }];
  });
  // A branch that was deleted is made again only by a push that makes it, or by one that leads elsewhere.
  const { rows } = await sql<{ subject_id: string }>`
    INSERT INTO git_links AS l (connection_id, task_id, card_id, kind, external_id, repository, number, title, state,
      author, url, at, delivery, first_delivery, hidden, head, is_named, was_unmerged)
    SELECT ${connection_id}::uuid, "taskId", "cardId", kind, "externalId", repository, number, title, state, author, url,
      least(coalesce(r.at, ${at}::timestamptz), ${at}::timestamptz), ${number}::bigint, ${number}::bigint,
      CASE WHEN "isGone" THEN 'gone' END, head, "isNamed",
      state IS DISTINCT FROM 'merged'
    FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS r ("taskId" uuid, "cardId" uuid, kind text,
      "externalId" text, repository text, number text, title text, state text, author text, url text, at timestamptz,
      "isGone" boolean, head text, "isFirst" boolean, "isNamed" boolean)
    WHERE r."isGone" OR r."isFirst" OR r.head IS NULL OR NOT EXISTS (SELECT FROM git_links g
      WHERE g.connection_id = ${connection_id} AND g.kind = r.kind AND g.external_id = r."externalId"
        AND g.subject_id = coalesce(r."taskId", r."cardId") AND g.hidden = 'gone' AND g.head = r.head)
    ORDER BY coalesce("taskId", "cardId")
    ON CONFLICT (connection_id, kind, external_id, subject_id) DO UPDATE SET repository = excluded.repository,
      title = excluded.title, state = excluded.state, author = coalesce(excluded.author, l.author), url = excluded.url,
      at = excluded.at, delivery = excluded.delivery, head = coalesce(excluded.head, l.head),
      hidden = CASE WHEN l.hidden = 'removed' THEN l.hidden ELSE excluded.hidden END, is_named = excluded.is_named,
      was_unmerged = l.was_unmerged OR excluded.was_unmerged
    WHERE (l.at, l.delivery) <= (excluded.at, excluded.delivery)
    RETURNING subject_id`.execute(tx);
  return rows.map(({ subject_id }) => subject_id);
}

/** Deletes the commits behind those that are shown. */
async function leaveOutOldCommits(tx: Database, touched: readonly NamedSubject[]): Promise<void> {
  for (const kind of ["task", "card"] as const) {
    const ids = touched.filter((one) => one.kind === kind).map(({ namedId }) => namedId);
    const column = sql.ref(`${kind}_id`);
    if (ids.length > 0)
      await sql`DELETE FROM git_links WHERE id IN (SELECT l.id FROM unnest(${ids}::uuid[]) AS s (id), LATERAL (
        SELECT id FROM git_links WHERE ${column} = s.id AND kind = 'commit'
        ORDER BY at DESC, id DESC OFFSET ${maxShownLinks}) l)`.execute(tx);
  }
}

/**
 * Removes a link from a task or card that the viewer may read, and may therefore change. It stays as a hidden row, so that
 * later deliveries do not show it again.
 * @throws {AppError} `git_link_not_found`.
 */
export function removeLink(db: Database, viewer: RequestViewer, linkId: string): Promise<Subject> {
  return changeAs(db, viewer, async (tx, current) => {
    const link = await tx
      .updateTable("git_links")
      .set({ hidden: "removed", due_move: null, due_at: null })
      .where("id", "=", linkId)
      .where("hidden", "is", null)
      .returning(["task_id", "subject_id"])
      .executeTakeFirst();
    if (!link) throw new AppError("git_link_not_found");
    const subject: Subject = { kind: link.task_id === null ? "card" : "task", id: link.subject_id };
    const access = subject.kind === "task" ? accessTask : accessTypeOfCard;
    await access(tx, current, subject.id).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError("git_link_not_found") : error;
    });
    return subject;
  });
}

/**
 * Claims the move that follows from the state of a pull request: it is opened, or names the thing only later, or it is
 * merged. The event that says so may be read after later ones.
 */
async function claimMove(
  tx: Database,
  { connection_id, number, at, moves_opened, moves_merged }: Delivery,
  { externalId, step }: GitChange,
  subjectId: string,
): Promise<void> {
  const claim = async (to: Move["to"], states: string[], isDue: RawBuilder<boolean>) => {
    const column = sql.ref(`${to}_change`);
    await sql`UPDATE git_links SET ${column} = gen_random_uuid(), due_move = ${to}, due_at = ${at}
      WHERE connection_id = ${connection_id} AND kind = 'pull_request' AND external_id = ${externalId}
        AND subject_id = ${subjectId} AND is_named AND hidden IS NULL AND state = ANY(${states}) AND ${column} IS NULL
        AND ${isDue}`.execute(tx);
  };
  if (moves_opened) {
    const isOpening = sql<boolean>`(${step === "opened"}::boolean OR first_delivery = ${number}) AND delivery = ${number}`;
    await claim("opened", ["open", "draft"], isOpening);
  }
  if (moves_merged)
    await claim("merged", ["merged"], sql<boolean>`(${step === "merged"}::boolean OR was_unmerged)`);
}
