import {
  commitsAtFirst,
  type GitConnection,
  type GitLink,
  type GitLinks,
  maxShownLinks,
} from "@atoll/contract/git-links/schemas";
import { type Selectable, sql } from "kysely";
import { exactInstant, fetchPage, isBehind, placeInTime } from "../../platform/page.ts";
import type { RequestViewer, SliceContext } from "../../slice.ts";
import type { Database, Tables } from "../../tables.ts";
import { accessTypeOfCard } from "../cards/public.ts";
import { accessTask } from "../tasks/public.ts";
import {
  accessConnection,
  assertManages,
  type ConnectionRow,
  findDepartments,
  type Subject,
  selectVisible,
  withMerged,
} from "./access.ts";

type Sources = Pick<SliceContext, "db" | "people">;

/** Lists the connections that the viewer may see, the newest first. @throws {AppError} `forbidden`. */
export async function listConnections(
  sources: Sources,
  viewer: RequestViewer,
  query: { limit: number; cursor?: string | undefined },
) {
  assertManages(viewer);
  const { rows, nextCursor } = await fetchPage(
    query,
    placeInTime,
    (after, count) =>
      selectVisible(sources.db, viewer)
        .select(exactInstant("g.created_at").as("exact_at"))
        .where(isBehind("g.created_at", "g.id", after))
        .orderBy("g.created_at", "desc")
        .orderBy("g.id", "desc")
        .limit(count)
        .execute(),
    ({ exact_at, id }): [string, string] => [exact_at, id],
  );
  return { items: await presentConnections(sources, viewer, rows), nextCursor };
}

/** Returns a connection for a viewer. @throws {AppError} as `accessConnection`. */
export async function getConnection(
  sources: Sources,
  viewer: RequestViewer,
  id: string,
): Promise<GitConnection> {
  const row = await accessConnection(sources.db, viewer, id);
  const [connection] = await presentConnections(sources, viewer, [row]);
  if (!connection) throw new Error("a connection without its presentation");
  return connection;
}

async function presentConnections(
  { db, people }: Sources,
  viewer: RequestViewer,
  rows: readonly ConnectionRow[],
): Promise<GitConnection[]> {
  const owners = await people.of(rows.map(({ owner_id }) => owner_id));
  const ids = [...new Set(rows.map(({ department_id }) => department_id))];
  const names = new Map((await findDepartments(db, viewer, { ids })).map(({ id, name }) => [id, name]));
  const { rows: last } = await sql<
    Pick<Selectable<Tables["git_deliveries"]>, "connection_id" | "at" | "event" | "outcome" | "detail">
  >`SELECT d.* FROM unnest(${rows.map(({ id }) => id)}::uuid[]) AS g (id), LATERAL (
      SELECT connection_id, at, event, outcome, detail FROM git_deliveries
      WHERE connection_id = g.id ORDER BY number DESC LIMIT 1) d`.execute(db);
  return rows.map((row) => {
    const delivery = last.find(({ connection_id: id }) => id === row.id);
    return {
      ...{ id: row.id, name: row.name, provider: row.provider, version: row.version },
      ...{ isOn: row.is_on, stopReason: row.stop_reason },
      ...{ movesOpened: row.moves_opened, movesMerged: row.moves_merged },
      department: { id: row.department_id, name: names.get(row.department_id) ?? null },
      owner: { id: row.owner_id, name: owners.get(row.owner_id)?.name ?? "Former colleague" },
      isOwn: row.owner_id === viewer.id,
      lastDelivery: delivery
        ? {
            at: delivery.at.toISOString(),
            ...{ event: delivery.event, outcome: delivery.outcome, detail: delivery.detail },
          }
        : null,
    };
  });
}

/**
 * Lists what a task or card is linked with, for everyone who may read it. Links of a department that it has left are not
 * shown: nothing updates them. A card also shows those of the cards that were merged into it, each once.
 * @throws {AppError} `task_not_found`, `card_not_found`.
 */
export async function listLinks(
  db: Database,
  viewer: RequestViewer,
  { kind, id, commits }: Subject & { commits: "few" | "all" },
): Promise<GitLinks> {
  const departmentId =
    kind === "task"
      ? (await accessTask(db, viewer, id)).department_id
      : (await accessTypeOfCard(db, viewer, id)).department_id;
  const ofSubject = () =>
    db
      .selectFrom("git_links as l")
      .innerJoin("git_connections as g", "g.id", "l.connection_id")
      .where(sql<boolean>`${sql.ref(`l.${kind}_id`)} IN ${withMerged({ kind, id })}`)
      .where("l.hidden", "is", null)
      .where("g.department_id", "=", departmentId);
  const read = (linkKind: "branch" | "commit" | "pull_request", limit: number) =>
    ofSubject()
      .distinctOn(["l.at", "l.connection_id", "l.external_id"])
      .select(["l.id", "l.repository", "l.number", "l.title", "l.state", "l.author", "l.url", "l.at"])
      .where("l.kind", "=", linkKind)
      .orderBy("l.at", "desc")
      .orderBy("l.connection_id")
      .orderBy("l.external_id")
      .limit(limit)
      .execute();
  const { count } = await ofSubject()
    .select(sql<number>`count(DISTINCT (l.connection_id, l.external_id))::int`.as("count"))
    .where("l.kind", "=", "commit")
    .executeTakeFirstOrThrow();
  return {
    branches: (await read("branch", maxShownLinks)).map(presentLink),
    commits: (await read("commit", commits === "all" ? maxShownLinks : commitsAtFirst)).map(presentLink),
    pulls: (await read("pull_request", maxShownLinks)).map(presentLink),
    commitCount: Math.min(count, maxShownLinks),
  };
}

function presentLink({ at, ...row }: Omit<GitLink, "at"> & { at: Date }): GitLink {
  return { ...row, at: at.toISOString() };
}
