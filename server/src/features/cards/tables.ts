import type { CardData, CardField } from "@atoll/contract/cards/field-schemas";
import type { HookDelivery, HookKind } from "@atoll/contract/cards/hook-schemas";
import type { Matcher } from "@atoll/contract/cards/monitoring-schemas";
import type { CardStage, SectionOptions } from "@atoll/contract/cards/section-schemas";
import type { SequenceStep } from "@atoll/contract/cards/sequence-schemas";
import type { ColumnType, Generated } from "kysely";
import type { StoredApproval } from "./data/approvals.ts";
import type { Earlier } from "./data/convert-data.ts";
import type { Shape, VersionThing } from "./imports/parsed-file.ts";

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
    version: Generated<number>;
    is_own: Generated<boolean>;
    icon: Generated<string>;
  };
  card_conversions: {
    id: string;
    type_id: string;
    field: string;
    reached: Generated<string>;
    /** Null: started by an earlier version. */
    actor_id: string | null;
    /** The cards that rules left as they were. */
    refused: ColumnType<{ id: string; words: string }[], string | undefined, string>;
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
    earlier: ColumnType<Earlier, string | undefined, string>;
    approvals: ColumnType<StoredApproval[], string | undefined, string>;
    content_by: string | null;
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
  card_shapes: {
    card_id: string;
    type_id: string;
    external_key: string;
    source: string;
    shape: ColumnType<Shape, string, string>;
  };
  card_silences: {
    id: string;
    type_id: string;
    matchers: ColumnType<Matcher[], string, string>;
    until: ColumnType<Date, Date | string, Date>;
    reason: string;
    sent_hash: Buffer;
    created_by: string;
    created_at: Generated<Date>;
    ended_at: Date | null;
  };
  card_observations: { type_id: string; service: string; hour: Date };
  card_versions: {
    id: Generated<string>;
    type_id: string;
    source: string;
    version: string;
    at: Generated<Date>;
    imported_by: string | null;
    things: ColumnType<VersionThing[], string, string>;
    thing_count: number;
    hash: Buffer;
  };
  card_servers: {
    id: Generated<string>;
    type_id: string;
    source: string;
    url: string;
    name: string;
    is_allowed: Generated<boolean>;
    is_production: Generated<boolean>;
  };
  card_sequences: {
    id: string;
    type_id: string;
    name: string;
    steps: ColumnType<SequenceStep[], string, string>;
    version: Generated<number>;
    created_by: string;
    created_at: Generated<Date>;
    deleted_at: Date | null;
  };
  card_enrolments: {
    id: string;
    card_id: string;
    sequence_id: string;
    name: string;
    steps: ColumnType<SequenceStep[], string, string>;
    step: Generated<number>;
    started_by: string;
    started_at: Generated<Date>;
    finished_at: Date | null;
    carried_from: string | null;
  };
  card_sequence_tasks: {
    enrolment_id: string;
    step: number;
    task_id: string | null;
    done_at: Date | null;
    closed_at: Date | null;
  };
  card_hooks: {
    id: string;
    type_id: string;
    name: string;
    kind: HookKind;
    sealed: Buffer;
    key_id: string;
    sent_hash: Buffer;
    created_by: string;
    created_at: Generated<Date>;
  };
  card_hook_deliveries: {
    id: Generated<string>;
    hook_id: string;
    at: Generated<Date>;
    event: string;
    body: Buffer;
    body_hash: Buffer;
    is_weak: boolean;
    outcome: Generated<HookDelivery["outcome"]>;
    detail: Generated<string>;
    replays: Generated<number>;
  };
  card_hook_things: {
    type_id: string;
    external_key: string;
    card_id: string;
    reported_at: Date;
    ended_at: Date | null;
  };
  card_commits: { department_id: string; sha: string; committed_at: Date };
  on_call: { department_id: string; person_id: string; until: Date };
}
