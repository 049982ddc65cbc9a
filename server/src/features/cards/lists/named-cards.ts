import type { NamedCard } from "@atoll/contract/cards/link-schemas";
import type { CardStage } from "@atoll/contract/cards/section-schemas";
import { sql } from "kysely";
import type { Database } from "../../../tables.ts";
import { type CardViewer, isReadable } from "../readable.ts";

/** The cards of all sections that the viewer may read, with where each opens. */
export function selectNamed(db: Database, viewer: CardViewer) {
  return db
    .selectFrom("cards as c")
    .innerJoin("card_types as ct", "ct.id", "c.type_id")
    .innerJoin("departments as d", "d.id", "ct.department_id")
    .select(["c.id", "c.title", "c.stage", "ct.name as section", "ct.stages"])
    .select(sql<string>`concat('/', d.slug, '/', ct.slug, '/', c.id)`.as("link"))
    .select(sql<string | null>`c.due_on::text`.as("due_on"))
    .where(isReadable(viewer))
    .where("c.merged_into_id", "is", null);
}

/** SQL: the stage of the card is one of those that are open. */
export const isOpen = sql<boolean>`EXISTS (SELECT FROM jsonb_to_recordset(ct.stages) AS s (id text, kind text)
  WHERE s.id = c.stage AND s.kind = 'open')`;

export function presentNamed(row: {
  id: string;
  title: string;
  link: string;
  section: string;
  stage: string;
  stages: readonly CardStage[];
  due_on: string | null;
}): NamedCard {
  const { id, title, link, section, due_on } = row;
  const stage = row.stages.find((one) => one.id === row.stage)?.name ?? row.stage;
  return { id, title, link, section, stage, dueOn: due_on };
}
