import type { CardActivity } from "@atoll/contract/cards/overview-schemas";
import type { CardStage } from "@atoll/contract/cards/section-schemas";
import { sql } from "kysely";
import type { SliceActivity } from "../../../slice.ts";
import type { Database } from "../../../tables.ts";
import type { People } from "../../people/public.ts";
import { type CardViewer, isReadable } from "../readable.ts";

/** Cards that were changed last, each with its last change; of one department where one is named. */
export async function readRecentChanges(
  { db, people }: { db: Database; people: People },
  viewer: CardViewer,
  count: number,
  departmentId?: string,
): Promise<CardActivity[]> {
  const { rows } = await sql<Row>`
    SELECT c.id, c.title, c.link, c.stages, h.change_id, h.actor_id, h.at, h.field, h.after
    FROM (SELECT c.id, c.title, c.updated_at, ct.stages, concat('/', d.slug, '/', ct.slug, '/', c.id) AS link
      FROM cards c JOIN card_types ct ON ct.id = c.type_id JOIN departments d ON d.id = ct.department_id
      WHERE ${isReadable(viewer)} AND (${departmentId ?? null}::uuid IS NULL OR ct.department_id = ${departmentId ?? null})
      ORDER BY c.updated_at DESC, c.id DESC LIMIT ${count}) c
    CROSS JOIN LATERAL (SELECT change_id, actor_id, at, field, after FROM object_changes o
      WHERE o.subject_id = c.id AND o.subject_kind = 'card' AND o.undone_at IS NULL
        AND o.field NOT IN ('position', 'reason', 'hook') ORDER BY o.field = 'stage' DESC, o.id DESC LIMIT 1) h
    ORDER BY h.at DESC`.execute(db);
  const known = await people.of(rows.map(({ actor_id }) => actor_id));
  return rows.flatMap((row): CardActivity[] => {
    const person = known.get(row.actor_id);
    if (!person) return [];
    const item = { id: `card/${row.id}/${row.change_id}`, at: row.at.toISOString(), person };
    return [{ ...item, ...inWords(row), about: row.title, link: row.link }];
  });
}

/** The same for the recent activity of dashboards. */
export const recentCards: SliceActivity = async (sources, viewer, count) =>
  (await readRecentChanges(sources, viewer, count)).map((item) => ({ ...item, text: null }));

interface Row {
  id: string;
  title: string;
  link: string;
  stages: CardStage[];
  change_id: string;
  actor_id: string;
  at: Date;
  field: string;
  after: unknown;
}

function inWords({ field, after, stages }: Row): { lead: string; rest: string } {
  if (field === "created") return { lead: "added", rest: "" };
  if (field === "mergedInto") return { lead: "merged", rest: "" };
  const stage = field === "stage" && stages.find(({ id }) => id === after);
  if (stage) return { lead: "moved", rest: ` to ${stage.name}` };
  return { lead: "updated", rest: "" };
}
