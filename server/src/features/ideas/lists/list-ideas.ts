import { type IdeaOrder, type IdeaScope, type IdeaStatus, shippedItems } from "@atoll/contract/ideas/limits";
import type { IdeaReference } from "@atoll/contract/ideas/schemas";
import { idSchema } from "@atoll/contract/identifiers";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { fetchPage, placeInTime } from "../../../platform/page.ts";
import type { Database } from "../../../tables.ts";
import type { RequestViewer } from "../../identity/public.ts";
import { ideaKind } from "../idea-kind.ts";
import { presentReference } from "../present.ts";
import { type ListedRow, selectIdeas, selectListed } from "../queries.ts";
import { isReadable, isWriter } from "../readable.ts";

export interface IdeaFilter {
  scope: IdeaScope;
  status: readonly IdeaStatus[];
  department: readonly string[];
  tag: string;
  title: string;
  since?: string | undefined;
  until?: string | undefined;
}

export interface ListQuery extends IdeaFilter {
  order: IdeaOrder;
  cursor?: string | undefined;
  limit: number;
}

interface Order {
  place: z.ZodType<[string | number, string]>;
  column: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  placeOf: (row: ListedRow) => [string | number, string];
  /** SQL: the ideas that it is an order of, if not of all. */
  of?: RawBuilder<boolean>;
}

/** Each order has an index. */
const orders: Readonly<Record<IdeaOrder, Order>> = {
  top: {
    place: z.tuple([z.int32(), idSchema]),
    column: sql`i.vote_count`,
    type: sql`int`,
    placeOf: ({ vote_count, id }) => [vote_count, id],
  },
  trending: {
    place: z.tuple([z.number(), idSchema]),
    column: sql`i.trend`,
    type: sql`double precision`,
    placeOf: ({ trend, id }) => [trend, id],
  },
  newest: {
    place: placeInTime,
    column: sql`i.created_at`,
    type: sql`timestamptz`,
    placeOf: ({ exact_created_at: at, id }) => [at, id],
  },
  shipped: {
    place: placeInTime,
    column: sql`i.status_at`,
    type: sql`timestamptz`,
    placeOf: ({ exact_status_at: at, id }) => [at, id],
    of: sql<boolean>`i.status = 'shipped'`,
  },
};

/** A page of the ideas that the viewer may read. */
export function listIdeas(
  db: Database,
  viewer: RequestViewer,
  { order, cursor, limit, ...filter }: ListQuery,
): Promise<{ rows: ListedRow[]; nextCursor: string | null }> {
  const { place, column, type, placeOf, of } = orders[order];
  return fetchPage(
    { cursor, limit },
    place,
    (after, count) =>
      selectListed(db, viewer.id)
        .where(isReadable(viewer))
        .where(matches(viewer, filter))
        .$if(of !== undefined, (rows) => rows.where(of ?? sql<boolean>`true`))
        .$if(after !== undefined, (rows) =>
          rows.where(sql<boolean>`(${column}, i.id) < (${after?.[0]}::${type}, ${after?.[1]}::uuid)`),
        )
        .orderBy(column, "desc")
        .orderBy("i.id", "desc")
        .limit(count)
        .execute(),
    placeOf,
  );
}

/** SQL: the idea `i` is one that the viewer looks for. */
function matches(
  viewer: RequestViewer,
  { scope, status, department, tag, title, since, until }: IdeaFilter,
): RawBuilder<boolean> {
  const own = sql<string>`${viewer.id}::uuid`;
  const conditions = [
    ...(scope === "mine" ? [isWriter(own)] : []),
    ...(scope === "voted"
      ? [
          sql`i.id IN (SELECT v.root_id FROM votes v
            WHERE v.person_id = ${own} AND v.subject_kind = ${sql.lit(ideaKind)})`,
        ]
      : []),
    ...(status.length > 0 ? [sql`i.status = ANY(${[...status]}::text[])`] : []),
    ...(department.length > 0 ? [sql`i.department_id = ANY(${[...department]}::uuid[])`] : []),
    ...(tag === "" ? [] : [sql`i.tags @> ARRAY[${tag}]::text[]`]),
    ...(since === undefined
      ? []
      : [sql`(i.status NOT IN ('shipped', 'declined') OR i.status_at >= ${since}::date AT TIME ZONE 'UTC')`]),
    ...(until === undefined
      ? []
      : [sql`(i.target_on IS NULL OR i.status IN ('shipped', 'declined') OR i.target_on <= ${until}::date)`]),
    ...(title === "" ? [] : [sql`strpos(lower(i.title), lower(${title})) > 0`]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

interface Summary {
  total: number;
  byStatus: Partial<Record<IdeaStatus, number>>;
  shippedThisQuarter: number;
  shipped: IdeaReference[];
}

/** How many ideas there are for the viewer, and the last ones that were shipped after they had voted for them. */
export async function summariseIdeas(
  db: Database,
  viewer: RequestViewer,
  filter: Omit<IdeaFilter, "status">,
): Promise<Summary> {
  const counts = db
    .selectFrom("ideas as i")
    .select(["i.status", ({ fn }) => fn.countAll<number>().as("count")])
    .select(
      sql<number>`count(*) FILTER (WHERE i.status_at >= date_trunc('quarter', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')`.as(
        "this_quarter",
      ),
    )
    .where(isReadable(viewer))
    .where(matches(viewer, { ...filter, status: [] }))
    .groupBy("i.status")
    .execute();
  const shipped = selectIdeas(db)
    .where("i.status", "=", "shipped")
    .where(isReadable(viewer))
    .where(
      sql<boolean>`EXISTS (SELECT FROM votes v WHERE v.root_id = i.id AND v.subject_kind = ${sql.lit(ideaKind)}
        AND v.person_id = ${viewer.id})`,
    )
    .orderBy("i.status_at", "desc")
    .orderBy("i.id", "desc")
    .limit(shippedItems)
    .execute();
  const [byStatus, rows] = await Promise.all([counts, shipped]);
  return {
    total: byStatus.reduce((sum, { count }) => sum + count, 0),
    byStatus: Object.fromEntries(byStatus.map(({ status, count }) => [status, count])),
    shippedThisQuarter: byStatus.find(({ status }) => status === "shipped")?.this_quarter ?? 0,
    shipped: rows.map(presentReference),
  };
}
