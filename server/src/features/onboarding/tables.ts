import type { PathItemKind, PathState } from "@atoll/contract/onboarding/limits";
import type { Generated } from "kysely";

/** The tables of onboarding, as rows. */
export interface OnboardingTables {
  onboarding_paths: {
    id: string;
    name: string;
    summary: string;
    department_ids: Generated<string[]>;
    role_ids: Generated<string[]>;
    owner_id: string;
    created_by: string;
    state: Generated<PathState>;
    /** JSON of `PathStage[]`. */
    stages: Generated<string>;
    /** JSON of `PathItem[]`. */
    items: Generated<string>;
    version: Generated<number>;
    published_at: Generated<Date | null>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  onboardings: {
    id: string;
    path_id: string;
    person_id: string;
    manager_id: string | null;
    buddy_id: string | null;
    start_on: string;
    /** JSON of `PathStage[]`. */
    stages: string;
    started_by: string | null;
    stopped_at: Generated<Date | null>;
    stop_reason: Generated<"person" | "left" | null>;
    nudged_at: Generated<Date | null>;
    revision: Generated<number>;
    sent_hash: Buffer;
    created_at: Generated<Date>;
  };
  onboarding_items: {
    id: string;
    onboarding_id: string;
    position: number;
    kind: PathItemKind;
    title: string;
    note: string;
    day: number;
    due_on: string;
    is_moved: Generated<boolean>;
    at_time: string | null;
    minutes: number;
    doer: "newcomer" | "manager";
    article_id: string | null;
    person_id: string | null;
    meets: "buddy" | "manager" | null;
    task_id: Generated<string | null>;
    event_id: Generated<string | null>;
    made_at: Generated<Date | null>;
    told_at: Generated<Date | null>;
    done_at: Generated<Date | null>;
    done_by: Generated<string | null>;
  };
  onboarding_wanted: { person_id: string; thing_id: string; at: Generated<Date> };
}
