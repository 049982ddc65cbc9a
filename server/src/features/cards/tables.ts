import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import type { CardStage } from "@atoll/contract/cards/schemas";
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
}
