import { maxPaths } from "@atoll/contract/onboarding/limits";
import {
  type ListedPath,
  type newPathSchema,
  type OnboardingPath,
  type pathChangeSchema,
  pathItemSchema,
  pathStageSchema,
} from "@atoll/contract/onboarding/path-schemas";
import { sql } from "kysely";
import { z } from "zod";
import { AppError } from "../../platform/app-error.ts";
import { assertNotChanged } from "../../platform/assert-not-changed.ts";
import { recordAct } from "../../platform/audit.ts";
import { createOnce, hashSent } from "../../platform/create-once.ts";
import { byName } from "../../platform/database/by-name.ts";
import { rejectViolation } from "../../platform/database/reject-violation.ts";
import { transact } from "../../platform/database/transact.ts";
import type { ChangeSources } from "../../slice.ts";
import type { Database } from "../../tables.ts";
import type { RequestViewer } from "../identity/public.ts";
import { findPublished } from "../knowledge/public.ts";
import { accessPerson, assertAudienceThere, presentAudience } from "../people/public.ts";
import { assertMayManage } from "./policy.ts";
import { personIn } from "./present.ts";
import { hasOpenItems } from "./readable.ts";
import { managersRoom } from "./rooms.ts";

type Content = Omit<z.output<typeof newPathSchema>, "id">;

/** Returns all paths, ordered by name. */
export async function listPaths(sources: ChangeSources, viewer: RequestViewer): Promise<ListedPath[]> {
  assertMayManage(viewer);
  const rows = await selectPaths(sources.db)
    .orderBy(sql`lower(t.name)`)
    .orderBy("t.id")
    .limit(maxPaths)
    .execute();
  return (await presentPaths(sources, rows)).map(({ stages: _, items: __, ...listed }) => listed);
}

/**
 * Returns a path with its items.
 * @throws {AppError} `forbidden`, `path_not_found`.
 */
export async function openPath(
  sources: ChangeSources,
  viewer: RequestViewer,
  pathId: string,
): Promise<OnboardingPath> {
  assertMayManage(viewer);
  const [path] = await presentPaths(
    sources,
    await selectPaths(sources.db).where("t.id", "=", pathId).execute(),
  );
  if (!path) throw new AppError("path_not_found");
  return path;
}

/**
 * Creates a path as a draft. A repeated request changes nothing.
 * @throws {AppError} `forbidden`, `path_id_taken`, `too_many_paths`, `audience_unknown`, `person_not_found`;
 *   `article_not_found` for a page that the viewer cannot read.
 */
export async function createPath(
  { db, realtime }: ChangeSources,
  viewer: RequestViewer,
  { id, ...content }: z.output<typeof newPathSchema>,
): Promise<void> {
  assertMayManage(viewer);
  const sent = { byId: viewer.id, hash: hashSent(content) };
  await transact(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('atoll onboarding paths'))`.execute(tx);
    const { isNew } = await createOnce(sent, {
      insert: async () => {
        const { numInsertedOrUpdatedRows } = await rejectViolation(
          tx
            .insertInto("onboarding_paths")
            .values({ id, ...columnsOf(content), created_by: viewer.id, sent_hash: sent.hash })
            .onConflict((conflict) => conflict.column("id").doNothing())
            .executeTakeFirst(),
          { onboarding_paths_owner_id_fkey: "person_not_found" },
        );
        return numInsertedOrUpdatedRows === 1n;
      },
      find: () =>
        tx
          .selectFrom("onboarding_paths")
          .select(["created_by", "sent_hash"])
          .where("id", "=", id)
          .executeTakeFirst(),
      sentOf: (row) => ({ byId: row.created_by, hash: row.sent_hash }),
      taken: "path_id_taken",
    });
    if (!isNew) return;
    const { count } = await tx
      .selectFrom("onboarding_paths")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) > maxPaths) throw new AppError("too_many_paths");
    await assertPossible(tx, viewer, content, { department_ids: [], role_ids: [], items: [] });
  });
  realtime.send(managersRoom, "onboarding-path.changed", { pathId: id });
}

/**
 * Saves a path. People who are already on it keep the version they started with.
 * @throws {AppError} `forbidden`, `path_not_found`, `changed_meanwhile`, and those of `createPath` about its content.
 */
export async function savePath(
  { db, realtime }: ChangeSources,
  viewer: RequestViewer,
  pathId: string,
  { version, ...content }: z.output<typeof pathChangeSchema>,
): Promise<void> {
  assertMayManage(viewer);
  await transact(db, async (tx) => {
    const row = await lockPath(tx, pathId);
    assertNotChanged(row, version);
    await assertPossible(tx, viewer, content, row);
    await tx
      .updateTable("onboarding_paths")
      .set({ ...columnsOf(content), version: sql`version + 1`, updated_at: sql`now()` })
      .where("id", "=", pathId)
      .execute();
  });
  realtime.send(managersRoom, "onboarding-path.changed", { pathId });
}

/**
 * Publishes or archives a path.
 * @throws {AppError} `forbidden`, `path_not_found`; `path_empty` for one without items.
 */
export async function setPathState(
  { db, realtime }: ChangeSources,
  viewer: RequestViewer,
  address: string,
  pathId: string,
  state: "published" | "archived",
): Promise<void> {
  assertMayManage(viewer);
  await transact(db, async (tx) => {
    const row = await lockPath(tx, pathId);
    if (row.state === state) return;
    if (state === "published" && z.array(z.unknown()).parse(row.items).length === 0)
      throw new AppError("path_empty");
    await tx
      .updateTable("onboarding_paths")
      .set({
        state,
        ...(state === "published" ? { published_at: sql<Date>`now()` } : {}),
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where("id", "=", pathId)
      .execute();
    await recordAct(tx, {
      action: state === "published" ? "onboarding-path.published" : "onboarding-path.archived",
      actor: { id: viewer.id, name: viewer.name },
      address,
      subject: { type: "onboarding-path", id: pathId, name: row.name },
    });
  });
  realtime.send(managersRoom, "onboarding-path.changed", { pathId });
}

async function lockPath(tx: Database, pathId: string) {
  const row = await tx
    .selectFrom("onboarding_paths")
    .selectAll()
    .where("id", "=", pathId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("path_not_found");
  return row;
}

const articlesIn = (items: readonly { articleId: string | null }[]): string[] =>
  items.flatMap(({ articleId }) => articleId ?? []);

/**
 * Asserts that the content is valid. Pages that the path already had stay, even if the viewer cannot read them, and so do
 * departments and roles that are gone: without them the path would be for everybody.
 */
async function assertPossible(
  tx: Database,
  viewer: RequestViewer,
  content: Content,
  before: { department_ids: readonly string[]; role_ids: readonly string[]; items: unknown },
): Promise<void> {
  await assertAudienceThere(tx, {
    departmentIds: content.departmentIds.filter((id) => !before.department_ids.includes(id)),
    roleIds: content.roleIds.filter((id) => !before.role_ids.includes(id)),
  });
  const people = new Set([content.ownerId, ...content.items.flatMap(({ personId }) => personId ?? [])]);
  for (const id of people) await accessPerson(tx, id);
  const had = articlesIn(z.array(pathItemSchema).parse(before.items));
  const added = [...new Set(articlesIn(content.items))].filter((id) => !had.includes(id));
  if ((await findPublished(tx, viewer, added)).size < added.length) throw new AppError("article_not_found");
}

function columnsOf({ name, summary, departmentIds, roleIds, ownerId, stages, items }: Content) {
  return {
    name,
    summary,
    department_ids: departmentIds,
    role_ids: roleIds,
    owner_id: ownerId,
    stages: JSON.stringify(stages.toSorted((one, other) => one.day - other.day)),
    items: JSON.stringify(items),
  };
}

const namesOf = (table: "departments" | "roles", column: string) =>
  sql<
    { id: string; name: string }[]
  >`coalesce((SELECT json_agg(json_build_object('id', d.id, 'name', d.name) ORDER BY ${byName("d.name")})
    FROM ${sql.table(table)} d WHERE d.id = ANY(${sql.ref(column)})), '[]')`;

function selectPaths(db: Database) {
  return db
    .selectFrom("onboarding_paths as t")
    .select([
      "t.id",
      "t.name",
      "t.summary",
      "t.state",
      "t.owner_id",
      "t.department_ids",
      "t.role_ids",
      "t.stages",
      "t.items",
      "t.version",
      "t.updated_at",
    ])
    .select([
      namesOf("departments", "t.department_ids").as("departments"),
      namesOf("roles", "t.role_ids").as("roles"),
      sql<number>`(SELECT count(*) FROM onboardings o
        WHERE o.path_id = t.id AND o.stopped_at IS NULL AND ${hasOpenItems})::int`.as("running"),
    ]);
}

async function presentPaths(
  { people }: ChangeSources,
  rows: readonly Awaited<ReturnType<ReturnType<typeof selectPaths>["execute"]>>[number][],
): Promise<OnboardingPath[]> {
  const known = await people.of(rows.map(({ owner_id }) => owner_id));
  return rows.map((row) => {
    const items = z.array(pathItemSchema).parse(row.items);
    return {
      id: row.id,
      name: row.name,
      summary: row.summary,
      state: row.state,
      ...presentAudience(row),
      owner: personIn(known, row.owner_id),
      itemCount: items.length,
      lastDay: Math.max(0, ...items.map(({ day }) => day)),
      running: row.running,
      version: row.version,
      updatedAt: row.updated_at.toISOString(),
      stages: z.array(pathStageSchema).parse(row.stages),
      items,
    };
  });
}
