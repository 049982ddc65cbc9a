import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";
import type { Asked, FoundThing, IndexedSource } from "../search/search-sources.ts";
import type { FileKind } from "./file-kinds.ts";
import type { OwnedKind } from "./ownership.ts";
import type { PlacedKind } from "./placed-things.ts";
import type { ViewPlace } from "./view-places.ts";

/** The rows of a kind of thing, and the condition under which a viewer may read one. */
export interface ReadableRows<Viewer> {
  table: string;
  /** The name of a row in `isReadable` and in queries. */
  alias: string;
  isReadable(viewer: Viewer): RawBuilder<boolean>;
}

/** Returns the condition that a viewer may read the row with an ID. */
export const readableById =
  <Viewer>({ table, alias, isReadable }: ReadableRows<Viewer>) =>
  (viewer: Viewer, id: RawBuilder<string>): RawBuilder<boolean> =>
    sql<boolean>`EXISTS (SELECT FROM ${sql.table(table)} ${sql.ref(alias)}
      WHERE ${sql.ref(`${alias}.id`)} = ${id} AND ${isReadable(viewer)})`;

/** Returns how a kind of things that people change counts those that a viewer may read. */
export const countReadable =
  <Viewer>({ table, alias, isReadable }: ReadableRows<Viewer>) =>
  async (tx: QueryExecutorProvider, viewer: Viewer, ids: readonly string[]): Promise<number> => {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count
      FROM ${sql.table(table)} ${sql.ref(alias)}
      WHERE ${sql.ref(`${alias}.id`)} = ANY(${[...ids]}::uuid[]) AND ${isReadable(viewer)}`.execute(tx);
    return Number(rows[0]?.count ?? 0);
  };

/** Any selection of rows, such as a query builder. */
interface Selection<Row> {
  where(condition: RawBuilder<boolean>): Selection<Row>;
  execute(): Promise<Row[]>;
}

/** Creates a source whose things are rows with an ID, found through the common index. */
export function searchSource<Viewer, Tx, Context, Row extends { id: string }, More = undefined>(
  rows: ReadableRows<Viewer>,
  source: Pick<IndexedSource<Viewer, Tx, Context>, "kind" | "showsByWords" | "isOpenTo" | "narrow"> & {
    /** Selects what a hit needs of all rows; those that the viewer may not read are left out by the factory. */
    select(tx: Tx, viewer: Viewer, asked: Asked): Selection<Row>;
    /** Loads what the hits need apart from their rows, such as people. */
    load?(context: Context, rows: readonly Row[], asked: Asked): Promise<More>;
    hit(row: Row, more: More, asked: Asked): FoundThing;
  },
): IndexedSource<Viewer, Tx, Context> {
  const { select, load, hit, ...rest } = source;
  const isReadable = readableById(rows);
  return {
    ...rest,
    isReadable: (_context, viewer, { id }) => isReadable(viewer, id),
    async present(context, tx, viewer, ids, asked) {
      const found = await select(tx, viewer, asked)
        .where(sql<boolean>`${sql.ref(`${rows.alias}.id`)} = ANY(${ids}::uuid[])`)
        .where(rows.isReadable(viewer))
        .execute();
      const more = (await load?.(context, found, asked)) as More;
      return new Map(found.map((row) => [row.id, hit(row, more, asked)]));
    },
  };
}

/** Creates the kind of the files of a thing, for everyone who may read the thing. */
export function filesReadWith<Viewer>(
  rows: ReadableRows<Viewer>,
  kind: Pick<FileKind<Viewer>, "kind" | "bucket"> & Partial<FileKind<Viewer>>,
): FileKind<Viewer> {
  return {
    keyOf: ({ ownerId, filename, subjectId }) => `public/${ownerId}/${subjectId ?? "new"}/${filename}`,
    // Readers may upload, too. What they cannot attach to anything, the sweep deletes.
    isOpenTo: () => true,
    isReadable: readableById(rows),
    ...kind,
  };
}

/** Rows of a table, and the column with the ID of their owner. */
interface OwnedRows<Tx, Context> extends Pick<OwnedKind<Tx, Context>, "kind" | "broadcast" | "programsOf"> {
  /** SQL: the table, with an alias if the conditions use one. */
  rows: RawBuilder<unknown>;
  owner: string;
  /** Only these rows need a new owner. Defaults to all. */
  where?: RawBuilder<boolean>;
  /** SQL: the new owner of a row. Defaults to the heir. */
  heir?(toUserId: string, fromUserId: string): RawBuilder<unknown>;
  /** SQL: further columns that change with the owner. */
  set?: RawBuilder<unknown>;
  /** Follows up in the same transaction. */
  after?(tx: Tx, ids: readonly string[], people: { fromUserId: string; toUserId: string }): Promise<void>;
  /** Replaces the handover where one statement is not enough. */
  handOver?: OwnedKind<Tx, Context>["handOver"];
}

/** Creates the kind of things whose owner is a column of their row. */
export function ownedBy<Tx extends QueryExecutorProvider, Context>({
  rows,
  owner,
  where = sql<boolean>`true`,
  heir = (toUserId) => sql`${toUserId}::uuid`,
  set,
  after,
  ...rest
}: OwnedRows<Tx, Context>): OwnedKind<Tx, Context> {
  const isOwnedBy = (userId: string) => sql<boolean>`${sql.ref(owner)} = ${userId} AND ${where}`;
  return {
    count: (tx, userId) => countRows(tx, rows, isOwnedBy(userId)),
    async handOver(tx, fromUserId, toUserId) {
      const more = set ? sql`, ${set}` : sql``;
      const handedOver = await sql<{ id: string }>`
        UPDATE ${rows} SET ${sql.ref(owner)} = ${heir(toUserId, fromUserId)}${more}
        WHERE ${isOwnedBy(fromUserId)} RETURNING id`.execute(tx);
      const ids = handedOver.rows.map(({ id }) => id);
      await after?.(tx, ids, { fromUserId, toUserId });
      return ids;
    },
    ...rest,
  };
}

/** Creates the kind of things that belong to departments by a condition on their row. */
export function placedIn<Tx extends QueryExecutorProvider, Context>({
  rows,
  isIn,
  ...rest
}: Pick<PlacedKind<Tx, Context>, "kind" | "move"> & {
  /** SQL: the table, with an alias if the condition uses one. */
  rows: RawBuilder<unknown>;
  /** SQL: a row is in the department and keeps it from being deleted. */
  isIn(departmentId: string): RawBuilder<boolean>;
}): PlacedKind<Tx, Context> {
  return { count: (tx, departmentId) => countRows(tx, rows, isIn(departmentId)), ...rest };
}

/** SQL: the departments in a column with one of them replaced by another, which is then there once. */
export const replaceDepartment = (column: string, fromId: string, intoId: string) =>
  sql`array_remove(${sql.ref(column)}, ${fromId}::uuid) ||
    CASE WHEN ${intoId}::uuid = ANY(${sql.ref(column)}) THEN '{}'::uuid[] ELSE ARRAY[${intoId}::uuid] END`;

async function countRows(
  tx: QueryExecutorProvider,
  rows: RawBuilder<unknown>,
  condition: RawBuilder<boolean>,
): Promise<number> {
  const counted = await sql<{
    count: number;
  }>`SELECT count(*) AS count FROM ${rows} WHERE ${condition}`.execute(tx);
  return Number(counted.rows[0]?.count ?? 0);
}

type Rules = NonNullable<Awaited<ReturnType<ViewPlace<never, never>["rulesOf"]>>>;

/** Creates the place of a page without sections, or of one whose sections have rules of their own. */
export function viewPlace<Viewer, Db>(
  kind: string,
  rules: { all: Rules } | { sections: Readonly<Record<string, Rules>> },
): ViewPlace<Viewer, Db> {
  const sections: Readonly<Record<string, Rules>> = "all" in rules ? { "": rules.all } : rules.sections;
  return {
    kind,
    rulesOf: async (_db, _viewer, section) =>
      Object.hasOwn(sections, section) ? sections[section] : undefined,
  };
}
