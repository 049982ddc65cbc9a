import type {
  BoardPhase,
  BoardRole,
  BoardTemplateName,
  BoardVersionReason,
} from "@atoll/contract/brainstorm/limits";
import type { CanvasElement, CanvasView, IdentifiedElement } from "@atoll/contract/documents/canvas";
import type { CanvasColor } from "@atoll/contract/documents/canvas-limits";
import type { ColumnType, Generated } from "kysely";

/** JSON that is written as text. */
type Json<Value> = ColumnType<Value, string, string>;

/** The tables of boards, as rows. */
export interface BrainstormTables {
  boards: {
    id: string;
    title: string;
    template: BoardTemplateName;
    owner_id: string;
    department_id: string | null;
    phase: Generated<BoardPhase | null>;
    is_locked: Generated<boolean>;
    votes_per_person: Generated<number>;
    round: Generated<number>;
    timer_ends_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    timer_left_ms: Generated<number | null>;
    summons: ColumnType<StoredSummons | null, string | null | undefined, string | null>;
    archived_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    version: Generated<number>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  board_grants: {
    board_id: string;
    kind: GrantKind;
    grantee_id: string | null;
    role: BoardRole;
    granted_at: Generated<Date>;
  };
  board_leaders_seen: { board_id: string; user_id: string; seen_at: Generated<Date> };
  board_stars: { board_id: string; user_id: string };
  board_elements: {
    id: string;
    board_id: string;
    kind: string;
    author_id: string | null;
    text: string;
    content: Json<CanvasElement>;
    comment_count: Generated<number>;
    gone_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  board_private_notes: {
    id: string;
    board_id: string;
    author_id: string;
    text: string;
    color: CanvasColor;
    x: number;
    y: number;
    frame_id: string | null;
    version: Generated<number>;
    created_at: Generated<Date>;
    revealed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  board_votes: {
    id: string;
    board_id: string;
    round: number;
    note_id: string;
    person_id: string;
    cast_at: Generated<Date>;
  };
  board_versions: {
    id: Generated<string>;
    board_id: string;
    reason: BoardVersionReason;
    phase: BoardPhase | null;
    sequence: number;
    note_count: number;
    elements: Json<IdentifiedElement[]>;
    created_at: Generated<Date>;
  };
  board_links: {
    board_id: string;
    note_id: string;
    task_id: string | null;
    idea_id: string | null;
    made_at: Generated<Date>;
  };
}

export type GrantKind = "everyone" | "department" | "person";

/** A summons as the row of its board keeps it. */
export interface StoredSummons {
  id: string;
  byId: string;
  /** ISO 8601. */
  at: string;
  view: CanvasView;
}
