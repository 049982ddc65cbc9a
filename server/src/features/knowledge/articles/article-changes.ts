import { canEditArticle, canGovernArticle } from "@atoll/contract/knowledge/policy";
import { sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../../platform/app-error.ts";
import { recordAct } from "../../../platform/audit.ts";
import { onlyNamed } from "../../../platform/changes/changeable.ts";
import {
  column,
  type FieldChange,
  type Fields,
  type StoredChange,
  type ValueField,
} from "../../../platform/changes/field.ts";
import { countReadable } from "../../../platform/kinds/factories.ts";
import type { Changer, SliceChangeable } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import { announceDocumentRights } from "../../documents/public.ts";
import { accessPerson, assertAudienceThere } from "../../people/public.ts";
import { broadcastHeard, roomsOfEach } from "../model/broadcast.ts";
import { accessArticle, type LockedArticle, touchColumns } from "../model/lock-article.ts";
import { partsOf } from "../model/policy.ts";
import { isReadable } from "../model/readable.ts";
import { findParent, lockTree, narrow, rankBefore, spreadBelow } from "../model/tree.ts";
import { documentOf } from "../text/draft-text.ts";
import { updateNotifications } from "../trust/notify.ts";

const placeSchema = z.object({ parentId: z.uuid().nullable(), rank: z.string() });
const audienceSchema = z.object({ departmentIds: z.array(z.uuid()), roleIds: z.array(z.uuid()) });
type Place = z.output<typeof placeSchema>;
type Audience = z.output<typeof audienceSchema>;

/** Returns what an undo writes, or nothing where it is refused: its parent, person or department is gone, for example. */
async function unlessRefused<Written>(write: () => Promise<Written>): Promise<Written | undefined> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

const audienceOf = (row: LockedArticle): Audience => ({
  departmentIds: row.department_ids,
  roleIds: row.role_ids,
});

/** The columns of a page below a parent with an audience of its own: its readers never exceed those of the parent. */
async function columnsBelow(tx: Database, row: LockedArticle, parentId: string | null, own: Audience) {
  const parent = parentId === null ? undefined : await findParent(tx, parentId, 0);
  const shown = narrow(parent, own);
  return {
    path: [...(parent?.path ?? []), row.id],
    shown_department_ids: shown.departmentIds,
    shown_role_ids: shown.roleIds,
  };
}

const place: ValueField<Database, LockedArticle, Place> = {
  read: (row) => ({ parentId: row.parent_id, rank: row.rank }),
  write: async ({ parentId, rank }, row, tx) => ({
    parent_id: parentId,
    rank,
    ...(await columnsBelow(tx, row, parentId, audienceOf(row))),
  }),
  undo: ({ tx, row, change }) =>
    unlessRefused(async () => {
      const { parentId, rank } = placeSchema.parse(change.before);
      const after = placeSchema.parse(change.after);
      if (row.parent_id !== after.parentId || row.rank !== after.rank) return undefined;
      await assertFits(tx, row.id, parentId);
      // The rank itself may have been given to another page since.
      const { rows } = await sql<{ id: string }>`SELECT id FROM articles
        WHERE parent_id IS NOT DISTINCT FROM ${parentId} AND id <> ${row.id} AND rank >= ${rank}
        ORDER BY rank, id LIMIT 1`.execute(tx);
      return place.write(
        { parentId, rank: await rankBefore(tx, parentId, rows[0]?.id ?? null, row.id) },
        row,
        tx,
      );
    }),
};

const audience: ValueField<Database, LockedArticle, Audience> = {
  read: audienceOf,
  async write(own, row, tx) {
    await assertAudienceThere(tx, {
      departmentIds: own.departmentIds.filter((id) => !row.department_ids.includes(id)),
      roleIds: own.roleIds.filter((id) => !row.role_ids.includes(id)),
    });
    return {
      department_ids: own.departmentIds,
      role_ids: own.roleIds,
      ...(await columnsBelow(tx, row, row.parent_id, own)),
    };
  },
  isSame: isSameAudience,
  undo: ({ tx, row, change }) =>
    isSameAudience(audienceOf(row), audienceSchema.parse(change.after))
      ? unlessRefused(async () => audience.write(audienceSchema.parse(change.before), row, tx))
      : undefined,
};

function isSameAudience(one: Audience, other: Audience): boolean {
  const marks = ({ departmentIds, roleIds }: Audience) =>
    [departmentIds, roleIds].map((ids) => ids.toSorted().join()).join("|");
  return marks(one) === marks(other);
}

const owner: ValueField<Database, LockedArticle, string> = {
  read: (row) => row.owner_id,
  async write(owner_id, _row, tx) {
    await accessPerson(tx, owner_id);
    // The new owner has not been reminded of what is overdue.
    return { owner_id, stale_told_at: null };
  },
  undo: ({ tx, row, change }) =>
    row.owner_id === change.after
      ? unlessRefused(async () => owner.write(z.uuid().parse(change.before), row, tx))
      : undefined,
};

/** The settings of a page, apart from its text. */
const articleFields = {
  status: column(
    (row: LockedArticle) => row.status,
    (status: LockedArticle["status"]) => ({ status }),
  ),
  category: column(
    (row: LockedArticle) => row.category,
    (category: string) => ({ category }),
  ),
  tags: column(
    (row: LockedArticle) => row.tags,
    (tags: string[]) => ({ tags }),
  ),
  isTemplate: column(
    (row: LockedArticle) => row.is_template,
    (is_template: boolean) => ({ is_template }),
  ),
  reviewDays: column(
    (row: LockedArticle) => row.review_days,
    (review_days: number | null) => ({
      review_days,
      review_at: sql`verified_at + ${review_days}::int * interval '1 day'`,
      stale_told_at: null,
    }),
  ),
  owner,
  audience,
  place,
} as const satisfies Fields<Database, LockedArticle>;

/** How pages are arranged, archived and handed over, and how that is undone. */
export const articleChanges: SliceChangeable<LockedArticle, typeof articleFields> = {
  kind: "article",
  table: "articles",
  stamps: touchColumns,
  fields: articleFields,
  errors: { notFound: "article_not_found", changeNotFound: "change_not_found" },
  lock: (tx, ids) =>
    tx
      .selectFrom("articles")
      .selectAll()
      .where(sql<boolean>`id = ANY(${[...ids]}::uuid[])`)
      .orderBy("id")
      .forNoKeyUpdate()
      .execute(),
  countReadable: countReadable({ table: "articles", alias: "a", isReadable }),
  // Before a change, nobody knows what it will be: see `settingChanges`.
  audiences: async (tx, ids, undoing) =>
    roomsOfEach(tx, undoing && movedIn(undoing).length === 0 ? ids : await findBelow(tx, ids)),
  ...onlyNamed(broadcastHeard),
  /** Pages below one that moved have another path. */
  around: (tx, changes) => findBelow(tx, movedIn(changes)),
  async judge(tx, _actorId, { before, after }) {
    for (const row of after) {
      const old = before.find(({ id }) => id === row.id);
      const isSpread =
        old && String(old.path) === String(row.path) && isSameAudience(shownOf(old), shownOf(row));
      if (!isSpread && row.kind === "article") await spreadBelow(tx, row.id);
    }
    return [];
  },
  notify: (tx, _actorId, changes) => settle(tx, changes),
  withdraw: (tx, _ids, changes) => settle(tx, changes),
  async beforeUndo(tx, changes) {
    if (movedIn(changes).length > 0) await lockTree(tx);
  },
  async mayUndo(tx, viewer, rows, changes) {
    for (const row of rows) {
      const own = changes.filter(({ subjectId }) => subjectId === row.id);
      if (!(await mayUndo(tx, viewer, row, own))) return false;
    }
    return true;
  },
  async audit(tx, viewer, { before, after }) {
    for (const row of after) {
      const old = before.find(({ id }) => id === row.id);
      if (old) await auditOne(tx, viewer, old, row);
    }
  },
};

const shownOf = (row: LockedArticle): Audience => ({
  departmentIds: row.shown_department_ids,
  roleIds: row.shown_role_ids,
});

const movedIn = (changes: readonly { subjectId: string; field: string }[]) =>
  changes.flatMap(({ subjectId, field }) => (field === "place" || field === "audience" ? [subjectId] : []));

/** Returns these pages and all below them. */
async function findBelow(tx: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`SELECT id FROM articles
    WHERE id = ANY(${[...ids]}::uuid[]) OR path && ${[...ids]}::uuid[]`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Updates the notifications about all pages that these changes concern, and who may write their drafts. */
async function settle(tx: Database, changes: readonly FieldChange[]): Promise<void> {
  const own = changes.map(({ subjectId }) => subjectId);
  const all = [...new Set([...own, ...(await findBelow(tx, movedIn(changes)))])];
  if (all.length === 0) return;
  await updateNotifications(tx, all);
  await announceDocumentRights(tx, ...all.map(documentOf));
}

/** @throws {AppError} `article_not_found`; `article_loop` below itself, or too deep. */
export async function assertFits(tx: Database, articleId: string, parentId: string | null): Promise<void> {
  if (parentId === null) return;
  const { rows } = await sql<{
    height: number;
  }>`SELECT max(cardinality(below.path)) - min(cardinality(moved.path)) + 1
    AS height FROM articles moved JOIN articles below ON below.path @> ARRAY[moved.id] WHERE moved.id = ${articleId}`.execute(
    tx,
  );
  const parent = await findParent(tx, parentId, rows[0]?.height ?? 1);
  if (parent.path.includes(articleId)) throw new AppError("article_loop");
}

/**
 * People who have since lost the right to a change may not undo it. An owner who handed the page over still may: the undo
 * makes them the owner again.
 */
async function mayUndo(
  tx: Database,
  viewer: Changer,
  row: LockedArticle,
  changes: readonly StoredChange[],
): Promise<boolean> {
  const given = changes.find(({ field, after }) => field === "owner" && after === row.owner_id);
  const parts = partsOf({ ...row, ...(given && { owner_id: z.uuid().parse(given.before) }) });
  const isGoverned = changes.some(({ field }) => ["status", "owner", "audience"].includes(field));
  if (!(isGoverned ? canGovernArticle : canEditArticle)(viewer, parts)) return false;
  const moved = changes.find(({ field }) => field === "place");
  const { parentId } = moved ? placeSchema.parse(moved.before) : { parentId: null };
  if (parentId === null) return true;
  const parent = await unlessRefused(() => accessArticle(tx, viewer, parentId));
  return parent !== undefined && canEditArticle(viewer, partsOf(parent));
}

/** The audit log has the changes of a page's state, readers and owner. */
async function auditOne(
  tx: Database,
  viewer: Changer,
  old: LockedArticle,
  row: LockedArticle,
): Promise<void> {
  const act = {
    actor: { id: viewer.id, name: viewer.name },
    address: viewer.address,
    subject: { type: "article", id: row.id, name: row.title },
  };
  if (old.status !== row.status)
    await recordAct(tx, {
      ...act,
      action: row.status === "ARCHIVED" ? "article.archived" : "article.unarchived",
    });
  const [before, after] = [audienceOf(old), audienceOf(row)];
  if (!isSameAudience(before, after))
    await recordAct(tx, { ...act, action: "article.audience-changed", before, after });
  if (old.owner_id !== row.owner_id)
    await recordAct(tx, {
      ...act,
      action: "article.owner-changed",
      before: { ownerId: old.owner_id },
      after: { ownerId: row.owner_id },
    });
}
