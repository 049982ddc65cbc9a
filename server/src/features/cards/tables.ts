import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import type { CardStage, SectionOptions } from "@atoll/contract/cards/section-schemas";
import type { ColumnType, Generated } from "kysely";

/** The tables of cards, as rows. */
export interface CardTables {
  card_types: {
    id: Generated<string>;
    department_id: string;
    slug: string;
    name: string;
    singular: string;
    place: Generated<number>;
    stages: ColumnType<CardStage[], string, string>;
    fields: ColumnType<CardField[], string, string>;
    fields_version: Generated<number>;
    value_field: string | null;
    stale_days: number | null;
    is_restricted: Generated<boolean>;
    options: ColumnType<Partial<SectionOptions>, string | undefined, string>;
    archived_at: Date | null;
  };
  cards: {
    id: string;
    type_id: string;
    title: string;
    body: Generated<string>;
    stage: string;
    stage_since: Generated<Date>;
    reason: Generated<string>;
    rank: string;
    owner_id: string | null;
    due_on: ColumnType<Date | null, string | null, string | null>;
    data: ColumnType<CardData, string, string>;
    comment_count: Generated<number>;
    is_pinned: Generated<boolean>;
    merged_into_id: string | null;
    version: Generated<number>;
    sent_hash: Buffer;
    created_by: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: Generated<Date | null>;
  };
  card_values: {
    card_id: string;
    field: string;
    type_id: string;
    text_value: string | null;
    number_value: number | null;
    date_value: string | null;
    currency: string | null;
  };
  card_steps: { card_id: string; person_id: string; done: string[] };
  card_points: { card_id: string; day: ColumnType<Date, string, string>; value: number };
  on_call: { department_id: string; person_id: string; until: Date };
}
