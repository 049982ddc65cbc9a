import type { ArticleKind, DraftState } from "@atoll/contract/knowledge/limits";
import type { Generated } from "kysely";

/** The tables of the knowledge base, as rows. */
export interface KnowledgeTables {
  articles: {
    id: string;
    kind: ArticleKind;
    title: Generated<string>;
    summary: Generated<string>;
    category: Generated<string>;
    tags: Generated<string[]>;
    parent_id: Generated<string | null>;
    rank: string;
    path: string[];
    department_ids: Generated<string[]>;
    role_ids: Generated<string[]>;
    shown_department_ids: Generated<string[]>;
    shown_role_ids: Generated<string[]>;
    owner_id: string;
    created_by: string;
    reviewer_id: Generated<string | null>;
    status: Generated<"DRAFT" | "PUBLISHED" | "ARCHIVED">;
    version: Generated<number | null>;
    must_read_version: Generated<number | null>;
    due_on: Generated<string | null>;
    review_days: Generated<number | null>;
    review_at: Generated<Date | null>;
    stale_told_at: Generated<Date | null>;
    verified_at: Generated<Date | null>;
    verified_by: Generated<string | null>;
    helpful: Generated<number>;
    unhelpful: Generated<number>;
    comment_count: Generated<number>;
    is_template: Generated<boolean>;
    origin_kind: Generated<string | null>;
    origin_id: Generated<string | null>;
    revision: Generated<number>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  article_versions: {
    article_id: string;
    number: number;
    title: string;
    summary: string;
    body: string;
    note: string;
    words: number;
    /** JSON of `Step[]`. */
    steps: Generated<string>;
    effective_on: string | null;
    must_read: boolean;
    due_on: string | null;
    published_by: string;
    approved_by: string | null;
    published_at: Generated<Date>;
  };
  article_drafts: {
    article_id: string;
    title: string;
    summary: string;
    body: string;
    note: Generated<string>;
    effective_on: Generated<string | null>;
    must_read: Generated<boolean>;
    due_on: Generated<string | null>;
    based_on: Generated<number | null>;
    state: Generated<DraftState>;
    editor_ids: string[];
    submitted_by: Generated<string | null>;
    refused_by: Generated<string | null>;
    refusal: Generated<string | null>;
    approved_by: Generated<string | null>;
    approved_at: Generated<Date | null>;
    approved_hash: Generated<string | null>;
    version: Generated<number>;
    updated_by: string;
    updated_at: Generated<Date>;
  };
  article_reads: {
    article_id: string;
    user_id: string;
    version: number;
    read_at: Generated<Date>;
    confirmed_at: Generated<Date | null>;
  };
  article_views: { day: string; article_id: string; user_id: string };
  article_votes: { article_id: string; user_id: string; is_helpful: boolean };
  article_links: { article_id: string; target_kind: string; target_id: string };
  missed_searches: { words: string; week: string; searcher: Buffer };
  sop_runs: {
    id: string;
    article_id: string;
    version: number;
    name: string;
    note: Generated<string>;
    started_by: string;
    started_at: Generated<Date>;
    ended_by: Generated<string | null>;
    ended_at: Generated<Date | null>;
    revision: Generated<number>;
    sent_hash: Buffer;
  };
  sop_run_ticks: { run_id: string; step_id: string; done_by: string; done_at: Generated<Date> };
}
