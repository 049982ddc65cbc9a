import type { IdeaEntryKind, IdeaStatus } from "@atoll/contract/ideas/limits";
import type { ColumnType, Generated } from "kysely";

/** The tables of ideas, as rows. */
export interface IdeaTables {
  ideas: {
    id: string;
    title: string;
    content: Generated<string>;
    status: Generated<IdeaStatus>;
    status_at: Generated<Date>;
    target_on: ColumnType<Date | null, string | null | undefined, string | null>;
    author_id: string | null;
    owner_id: Generated<string | null>;
    department_id: Generated<string | null>;
    audience_ids: Generated<string[]>;
    tags: Generated<string[]>;
    vote_count: Generated<number>;
    vote_version: Generated<number>;
    comment_count: Generated<number>;
    impact: Generated<number | null>;
    effort_weeks: Generated<number | null>;
    score_count: Generated<number>;
    reply: Generated<string | null>;
    reply_at: Generated<Date | null>;
    reply_by: Generated<string | null>;
    task_count: Generated<number>;
    source_message_id: Generated<string | null>;
    hidden_at: Generated<Date | null>;
    locked_at: Generated<Date | null>;
    merged_into_id: Generated<string | null>;
    text_version: Generated<number>;
    version: Generated<number>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  idea_entries: {
    id: Generated<string>;
    idea_id: string;
    kind: IdeaEntryKind;
    actor_id: string | null;
    facts: ColumnType<IdeaFacts, string, string>;
    at: Generated<Date>;
  };
  idea_scores: {
    idea_id: string;
    user_id: string;
    impact: number;
    effort_weeks: number;
    scored_at: Generated<Date>;
  };
  idea_tasks: { idea_id: string; number: number; task_id: string };
}

/** The facts of a timeline entry besides its actor and time. Each kind has its own. */
export interface IdeaFacts {
  from?: IdeaStatus;
  to?: IdeaStatus;
  reply?: string;
  notified?: number;
  ideaId?: string;
  votes?: number;
  before?: { title: string; text: string };
  personId?: string | null;
}
