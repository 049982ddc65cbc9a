import { guestThingKinds } from "@atoll/contract/guest-access/things";
import { callReader, type Mention } from "@atoll/contract/mentions";
import { sql } from "kysely";
import type { CommentRights } from "../../platform/kinds/comment-kinds.ts";
import type { Colleague, CommentedKind, SliceContext } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { findGuestsOf } from "../people/public.ts";

/**
 * Returns the people that a browser says are mentioned. Do not call it within a transaction: it uses another
 * connection.
 */
export async function findCalled(
  viewers: SliceContext["viewers"],
  ids: readonly string[],
): Promise<Colleague[]> {
  const found = await Promise.all([...new Set(ids)].map((id) => viewers.ofUser(id)));
  return found.filter((one) => one !== undefined).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns the IDs of the people that guests see on a thing: those who do it, and the authors of its comments. */
async function findActors(db: Database, kind: CommentedKind, subjectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT author_id AS id FROM comments
    WHERE subject_id = ${subjectId} AND subject_kind = ${kind.kind} AND deleted_at IS NULL`.execute(db);
  return [...rows.map(({ id }) => id), ...((await kind.actors?.(db, subjectId)) ?? [])];
}

/** Returns the people that an author may mention: guests only those that they see on the thing. */
export async function callableBy<Person extends { id: string }>(
  db: Database,
  author: Colleague,
  kind: CommentedKind,
  subjectId: string,
  called: readonly Person[],
): Promise<readonly Person[]> {
  if (!author.isGuest || called.length === 0) return called;
  const known = new Set(await findActors(db, kind, subjectId));
  return called.filter(({ id }) => known.has(id));
}

/** Returns those of the people who read comments there: guests read no threads on words. */
export function heardIn<Person extends { isGuest?: true | undefined }>(
  thread: unknown,
  called: readonly Person[],
): readonly Person[] {
  return thread ? called.filter(({ isGuest }) => !isGuest) : called;
}

/** Returns the IDs of the people that suggestions add on a thing: to a colleague its guests, to a guest all that there are. */
export async function findCallable(
  db: Database,
  viewer: Colleague,
  kind: CommentedKind,
  subjectId: string,
): Promise<string[]> {
  if (viewer.isGuest) return findActors(db, kind, subjectId);
  const thing = guestThingKinds.find((one) => one === kind.kind);
  return thing ? findGuestsOf(db, thing, subjectId) : [];
}

/**
 * Returns those of the people whose names are in the text and who may read it. Others cause no error, so that nobody
 * learns who may read a thing. The hidden author counts as a reader only if they could read it without being the author.
 */
export function resolveMentions(
  content: string,
  called: readonly Colleague[],
  readers: ReadonlyMap<string, Readonly<CommentRights>>,
): Mention[] {
  const isCalled = callReader(content);
  return called.flatMap(({ id, name }) => {
    const rights = readers.get(id);
    return rights && !rights.readsAsHiddenAuthor && isCalled(name) ? [{ id, name }] : [];
  });
}

/** Returns the people a text mentions that the previous one did not. Nobody mentions themselves. */
export function newlyCalled(
  mentions: readonly Mention[],
  before: readonly Mention[],
  authorId: string,
): string[] {
  const known = new Set([authorId, ...before.map(({ id }) => id)]);
  return mentions.flatMap(({ id }) => (known.has(id) ? [] : [id]));
}
