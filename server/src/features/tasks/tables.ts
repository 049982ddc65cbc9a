import type { TaskPriority, TaskStatus } from "@atoll/contract/tasks/limits";
import type { Recurrence } from "@atoll/contract/tasks/recurrence";
import type { ColumnType, Generated } from "kysely";

/** The rows of the tables of tasks. */
export interface TaskTables {
  tasks: {
    id: string;
    title: string;
    description: Generated<string>;
    status: Generated<TaskStatus>;
    rank: string;
    priority: Generated<TaskPriority>;
    due_date: ColumnType<Date | null, string | null, string | null>;
    due_time: Generated<string | null>;
    due_zone: Generated<string | null>;
    due_at: Generated<Date | null>;
    recurrence: ColumnType<Recurrence | null, string | null | undefined, string | null>;
    series_id: Generated<string | null>;
    occurrence: ColumnType<Date | null, string | null | undefined, string | null>;
    recurs_on: ColumnType<Date | null, string | null | undefined, string | null>;
    tags: Generated<string[]>;
    is_urgent: Generated<boolean | null>;
    created_by: string;
    assignee_id: Generated<string | null>;
    department_id: Generated<string | null>;
    parent_id: Generated<string | null>;
    source_message_id: Generated<string | null>;
    sent_hash: Buffer;
    comment_count: Generated<number>;
    version: Generated<number>;
    description_version: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    started_at: Generated<Date | null>;
    completed_at: Generated<Date | null>;
    deleted_at: Generated<Date | null>;
  };
  task_watchers: { task_id: string; user_id: string };
  task_dependencies: { blocked_id: string; blocker_id: string };
  task_requirements: {
    id: string;
    task_id: string;
    name: string;
    kind: Generated<string>;
    url: Generated<string>;
    notes: Generated<string>;
    created_at: Generated<Date>;
  };
  task_links: {
    id: string;
    task_id: string;
    added_by: string;
    url: string;
    filename: string;
    created_at: Generated<Date>;
  };
  task_status_spans: {
    id: Generated<number>;
    task_id: string;
    status: TaskStatus;
    entered_at: Date;
    left_at: Date | null;
  };
  task_due_told: {
    task_id: string;
    user_id: string;
    kind: string;
    due_date: ColumnType<Date, string, string>;
    at: Generated<Date>;
  };
  task_told_together: { task_id: string; user_id: string; kind: string; id: string; at: Generated<Date> };
  task_matrix_settings: { user_id: string; urgent_days: number };
}
