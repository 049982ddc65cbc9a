import type { CardField } from "@atoll/contract/cards/field-schemas";
import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { sectionOptionsSchema } from "@atoll/contract/cards/section-schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { sql } from "kysely";
import type { Database } from "../../tables.ts";
import type { People } from "../people/public.ts";
import { contentOf, type StoredApproval, validApprovals, withApprovals } from "./data/approvals.ts";
import { presentEarlier } from "./data/convert-data.ts";
import type { TypeRow } from "./public.ts";

/** Cards as rows, deleted ones too, for the caller to narrow. */
export function selectCards(db: Database) {
  return db
    .selectFrom("cards as c")
    .innerJoin("card_types as ct", "ct.id", "c.type_id")
    .select(["c.id", "c.type_id", "c.title", "c.body", "c.stage", "c.stage_since", "c.reason", "c.rank"])
    .select([
      "c.owner_id",
      "c.data",
      "c.earlier",
      "c.approvals",
      "ct.options",
      "c.comment_count",
      "c.is_pinned",
      "c.merged_into_id",
      "c.version",
      "c.created_at",
      "c.updated_at",
    ])
    .select(sql<string | null>`c.due_on::text`.as("due_on"));
}

export type CardRow = Awaited<ReturnType<ReturnType<typeof selectCards>["execute"]>>[number];

/** Cards as everyone who may read them sees them. */
export async function presentCards(people: People, rows: readonly CardRow[]): Promise<Card[]> {
  const known = await people.of(rows.flatMap(({ owner_id }) => owner_id ?? []));
  return rows.map((row) => {
    const content = contentOf(row);
    const approvals = content === "" ? [] : validApprovals(row, content);
    return presentCard(row, { known, content, approvals });
  });
}

function presentCard(
  row: CardRow,
  {
    known,
    content,
    approvals,
  }: { known: ReadonlyMap<string, Person>; content: string; approvals: StoredApproval[] },
): Card {
  return {
    id: row.id,
    typeId: row.type_id,
    title: row.title,
    body: row.body,
    stage: row.stage,
    stageSince: row.stage_since.toISOString(),
    reason: row.reason,
    rank: row.rank,
    owner: (row.owner_id !== null && known.get(row.owner_id)) || null,
    dueOn: row.due_on,
    data: content === "" ? row.data : withApprovals(row, approvals),
    earlier: presentEarlier(row.earlier),
    approvals: approvals.map(({ content: _content, ...given }) => given),
    content,
    commentCount: row.comment_count,
    isPinned: row.is_pinned,
    mergedIntoId: row.merged_into_id,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A section as its readers see it: without retired fields. */
export function presentType(row: TypeRow): CardType {
  const fields = row.fields.filter(({ isRetired }) => !isRetired);
  const options = sectionOptionsSchema.parse(row.options);
  return {
    id: row.id,
    departmentId: row.department_id,
    slug: row.slug,
    name: row.name,
    singular: row.singular,
    icon: row.icon,
    isOwn: row.is_own,
    stages: row.stages,
    fields,
    fieldsVersion: row.fields_version,
    valueField: fields.some(({ name }) => name === row.value_field) ? row.value_field : null,
    staleDays: row.stale_days,
    options: row.is_own ? { ...options, layout: layoutOf(fields) } : options,
  };
}

/** A section of administrators marks its cards by their first choice, and shows their first text. */
function layoutOf(fields: readonly CardField[]): CardType["options"]["layout"] {
  const first = (wanted: CardField["kind"]) => fields.find(({ kind }) => kind === wanted)?.name;
  const badge = first("choice");
  const line = first("text");
  return { ...(badge !== undefined && { badge }), ...(line !== undefined && { line }) };
}
