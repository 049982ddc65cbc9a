import type { IdeaEntryKind } from "@atoll/contract/ideas/limits";
import { ideaNoteLength } from "@atoll/contract/ideas/limits";
import type { IdeaEntry } from "@atoll/contract/ideas/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { type RawBuilder, sql } from "kysely";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../platform/page.ts";
import type { IdeaFacts } from "../../stored-values.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import type { People } from "../people/public.ts";
import { isForViewer } from "./readable.ts";

/** The person behind an entry: nobody where an anonymous author did something to their own idea. */
export function actorOf(
  idea: { author_id: string | null; writer_id: string },
  personId: string,
): string | null {
  return idea.author_id === null && idea.writer_id === personId ? null : personId;
}

/** Adds a line to the timeline of an idea, in the transaction of what happened. */
export async function addEntry(
  tx: Database,
  entry: { id?: string; ideaId: string; kind: IdeaEntryKind; actorId: string | null; facts?: IdeaFacts },
): Promise<void> {
  const { id, ideaId, kind, actorId, facts = {} } = entry;
  await tx
    .insertInto("idea_entries")
    .values({ ...(id ? { id } : {}), idea_id: ideaId, kind, actor_id: actorId, facts: JSON.stringify(facts) })
    .execute();
}

interface OtherIdea {
  id: string;
  title: string;
  note: string;
  isMerged: boolean;
}

/** A page of what happened to an idea, the newest first. */
export async function listEntries(
  { db, people }: { db: Database; people: People },
  viewer: RequestViewer,
  ideaId: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<{ items: IdeaEntry[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await fetchPage(
    page,
    placeInTime,
    (after, count) =>
      db
        .selectFrom("idea_entries as e")
        .select(["e.id", "e.kind", "e.actor_id", "e.facts", "e.at", exactInstant("e.at").as("exact_at")])
        .select(otherIdea(viewer).as("other"))
        .where("e.idea_id", "=", ideaId)
        .where(isBehind("e.at", "e.id", after))
        .orderBy("e.at", "desc")
        .orderBy("e.id", "desc")
        .limit(count)
        .execute(),
    (row) => [row.exact_at, row.id],
  );
  const known = await people.of(
    rows.flatMap(({ actor_id, facts }) => [actor_id ?? [], facts.personId ?? []].flat()),
  );
  return { items: rows.map((row) => presentEntry(known, row)), nextCursor };
}

/** SQL: the idea that an entry of a merge is about, if it is for the viewer. */
function otherIdea(viewer: RequestViewer): RawBuilder<OtherIdea | null> {
  return sql<OtherIdea | null>`(SELECT json_build_object('id', i.id, 'title', i.title,
      'note', left(i.content, ${sql.lit(ideaNoteLength)}), 'isMerged', i.merged_into_id IS NOT NULL)
    FROM ideas i WHERE i.id = (e.facts ->> 'ideaId')::uuid AND ${isForViewer(viewer)})`;
}

interface EntryRow {
  id: string;
  kind: IdeaEntryKind;
  actor_id: string | null;
  facts: IdeaFacts;
  at: Date;
  other: OtherIdea | null;
}

function presentEntry(known: ReadonlyMap<string, Person>, row: EntryRow): IdeaEntry {
  const { facts } = row;
  return {
    id: row.id,
    kind: row.kind,
    actor: (row.actor_id && known.get(row.actor_id)) || null,
    at: row.at.toISOString(),
    from: facts.from ?? null,
    to: facts.to ?? null,
    reply: facts.reply ?? "",
    notified: facts.notified ?? 0,
    other: row.other,
    votes: facts.votes ?? 0,
    before: facts.before ?? null,
    person: (facts.personId && known.get(facts.personId)) || null,
  };
}
