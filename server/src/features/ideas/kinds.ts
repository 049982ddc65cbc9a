import { ideaViewRules } from "@atoll/contract/ideas/list-search";
import { canModerateIdeas, canReadIdea } from "@atoll/contract/ideas/policy";
import { sql } from "kysely";
import { touchColumns } from "../../platform/database/touch-columns.ts";
import {
  filesReadWith,
  ownedBy,
  placedIn,
  type ReadableRows,
  searchSource,
  viewPlace,
} from "../../platform/kinds/factories.ts";
import type { FileKind } from "../../platform/kinds/file-kinds.ts";
import type {
  CommentedKind,
  RequestViewer,
  SliceOwnedKind,
  SlicePlacedKind,
  SliceSearchSource,
  SliceViewPlace,
  VotedKind,
} from "../../slice.ts";
import type { Database } from "../../tables.ts";
import { notify } from "../notifications/public.ts";
import { followBecause } from "../votes/public.ts";
import { broadcastIdeas } from "./broadcast-ideas.ts";
import { addEntry } from "./entries.ts";
import { ideaKind } from "./idea-kind.ts";
import { updateNotifications } from "./notify.ts";
import { selectIdeas } from "./queries.ts";
import {
  canReadByName,
  isIdeaReadable,
  isReadable,
  isReadableByName,
  partsOf,
  roomsOf,
  writerOf,
} from "./readable.ts";

const ideaRows: ReadableRows<RequestViewer> = { table: "ideas", alias: "i", isReadable };

/** The files of ideas, for everyone who may read the idea. */
export const ideaFiles: FileKind<RequestViewer> = filesReadWith(ideaRows, {
  kind: ideaKind,
  bucket: "idea-attachments",
});

export const ideaViews: SliceViewPlace = viewPlace("ideas", { all: ideaViewRules });

/** Ideas by their titles, texts and tags. An anonymous one has no author. */
export const ideaSource: SliceSearchSource = searchSource(ideaRows, {
  kind: ideaKind,
  select: (tx: Database) => selectIdeas(tx).select(["i.content", "i.reply"]),
  hit: (row, _more, { isQuoted }) => ({
    title: row.title,
    // The decision comes first, because it answers more than the request.
    text: isQuoted ? [row.reply, row.content].filter(Boolean).join("\n") : row.content,
    ...(row.reply !== null && { facts: [{ name: "Official reply", value: row.reply }] }),
    tags: row.tags,
    at: row.created_at.toISOString(),
    personId: row.author_id,
    departmentIds: row.department_id === null ? [] : [row.department_id],
    link: `/ideas/${row.id}`,
    detail: { kind: "idea", status: row.status, voteCount: row.vote_count, commentCount: row.comment_count },
  }),
});

/**
 * The ideas that somebody answers for. Authors stay as they are: to count or hand over what somebody wrote would show
 * which anonymous ideas are theirs. An heir owns only what they could read before.
 */
export const ownedIdeas: SliceOwnedKind = ownedBy({
  kind: "ideas to answer",
  rows: sql`ideas i`,
  owner: "owner_id",
  set: sql`version = version + 1`,
  heir: (toUserId) => sql`CASE WHEN i.audience_ids = '{}'
    OR EXISTS (SELECT FROM user_departments ud WHERE ud.user_id = ${toUserId}
      AND ud.department_id = ANY(i.audience_ids)) THEN ${toUserId}::uuid END`,
  broadcast: (context, ids) => broadcastIdeas(context, ids),
});

/** Ideas that are about a department, or for it. */
export const placedIdeas: SlicePlacedKind = placedIn({
  kind: "ideas",
  rows: sql`ideas`,
  isIn: (departmentId) =>
    sql<boolean>`(department_id = ${departmentId} OR ${departmentId}::uuid = ANY(audience_ids))`,
  async move(tx, fromId, intoId) {
    const rows = await tx
      .selectFrom("ideas as i")
      .select(["i.id", "i.owner_id", "i.audience_ids", "i.hidden_at", "i.merged_into_id"])
      .select(writerOf.as("writer_id"))
      .where(sql<boolean>`(i.department_id = ${fromId} OR ${fromId}::uuid = ANY(i.audience_ids))`)
      .orderBy("i.id")
      .forUpdate("i")
      .execute();
    await sql`UPDATE ideas SET version = version + 1,
        department_id = CASE WHEN department_id = ${fromId} THEN ${intoId}::uuid ELSE department_id END,
        audience_ids = CASE WHEN ${fromId}::uuid = ANY(audience_ids)
          THEN array_remove(array_remove(audience_ids, ${fromId}::uuid), ${intoId}::uuid) || ${intoId}::uuid
          ELSE audience_ids END
      WHERE department_id = ${fromId} OR ${fromId}::uuid = ANY(audience_ids)`.execute(tx);
    return (context) =>
      broadcastIdeas(
        context,
        rows.map(({ id }) => id),
        new Map(rows.map((row) => [row.id, roomsOf(row)])),
      );
  },
});

/** Comments on ideas: readers of an idea write some unless it is locked, and moderators delete those of others. */
export const ideaComments: CommentedKind = {
  kind: ideaKind,
  hold: (tx, id) => sql`SELECT FROM ideas WHERE id = ${id} FOR KEY SHARE`.execute(tx),
  async judge(db, ideaId, people) {
    const row = await selectIdeas(db).where("i.id", "=", ideaId).executeTakeFirst();
    if (!row || row.merged_into_id !== null) return new Map();
    const parts = partsOf(row);
    return new Map(
      people
        .filter((person) => canReadIdea(person, parts))
        .map((person) => {
          if (!canReadByName(person, row))
            return [person.id, { mayComment: false, mayModerate: false, readsAsHiddenAuthor: true }];
          const mayModerate = canModerateIdeas(person);
          return [person.id, { mayComment: !parts.isLocked || mayModerate, mayModerate }];
        }),
    );
  },
  isReadable: isIdeaReadable,
  async onComment(context, tx, { what, subjectId, actorId, newlyCalledIds }) {
    await notify(tx, { kind: "idea.mention", subjectId, actorId, people: newlyCalledIds });
    if (what === "edited") return undefined;
    if (what === "posted") await followBecause(tx, { kind: ideaKind, id: subjectId }, actorId, "commented");
    await tx
      .updateTable("ideas")
      .set({
        comment_count: sql`comment_count + ${what === "posted" ? 1 : -1}`,
        version: touchColumns.version,
      })
      .where("id", "=", subjectId)
      .execute();
    if (what === "posted")
      await notify(tx, {
        kind: "idea.comment",
        subjectId,
        actorId,
        rule: "followers",
        spared: newlyCalledIds,
      });
    return () => {
      broadcastIdeas(context, [subjectId]).catch((error: unknown) =>
        context.log.warn({ err: error, ideaId: subjectId }, "open screens do not count a comment on an idea"),
      );
    };
  },
};

/** Votes, followers, merges and moderation of ideas. */
export const ideaVotes: VotedKind = {
  kind: ideaKind,
  isMergeable: true,
  showsVoters: true,
  milestone: "idea.votes",
  async judge(db, ideaId, people) {
    const row = await selectIdeas(db).where("i.id", "=", ideaId).executeTakeFirst();
    if (!row) return new Map();
    const parts = partsOf(row);
    return new Map(
      people
        .filter((person) => canReadIdea(person, parts))
        .map((person) => [
          person.id,
          canReadByName(person, row)
            ? { mayVote: !parts.isLocked && !parts.isHidden, mayModerate: canModerateIdeas(person) }
            : { mayVote: false, mayModerate: false, readsAsHiddenAuthor: true as const },
        ]),
    );
  },
  isReadableBy: (userId, ideaId) =>
    sql<boolean>`EXISTS (SELECT FROM ideas i WHERE i.id = ${ideaId} AND ${isReadableByName(userId)} LIMIT 1)`,
  async roomsOf(db, ideaId) {
    const row = await selectIdeas(db).where("i.id", "=", ideaId).executeTakeFirst();
    return row ? roomsOf(row) : [];
  },
  async onChange(context, tx, change) {
    // The number of votes goes out by itself.
    if ("personId" in change) return undefined;
    const { subjectId, actorId } = change;
    const ids = change.what === "moderated" ? [subjectId] : [subjectId, change.rootId];
    if (change.what !== "moderated") {
      const votes = await countCastOn(tx, subjectId);
      const facts = { ideaId: subjectId, votes };
      await addEntry(tx, { ideaId: change.rootId, kind: change.what, actorId, facts });
    }
    await updateNotifications(tx, ids);
    const row = await selectIdeas(tx).where("i.id", "=", subjectId).executeTakeFirst();
    const before = row ? roomsOf({ ...row, merged_into_id: null, hidden_at: null }) : [];
    return () => {
      broadcastIdeas(context, ids, new Map([[subjectId, before]])).catch((error: unknown) =>
        context.log.warn({ err: error, ideaId: subjectId }, "open screens do not show a moderated idea"),
      );
    };
  },
};

/** How many people voted for an idea itself, wherever their votes count now. */
async function countCastOn(tx: Parameters<NonNullable<VotedKind["onChange"]>>[1], ideaId: string) {
  const { count } = await tx
    .selectFrom("votes")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("subject_kind", "=", ideaKind)
    .where("subject_id", "=", ideaId)
    .executeTakeFirstOrThrow();
  return count;
}
