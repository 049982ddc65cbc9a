import type { Task } from "@atoll/contract/tasks/schemas";
import type { Generated } from "kysely";

/** The tables of tasks, as rows. */
export interface TaskTables {
  tasks: {
    id: string;
    title: string;
    description: Generated<string>;
    status: Generated<Task["status"]>;
    priority: Generated<Task["priority"]>;
    due_date: Generated<Date | null>;
    created_by: string;
    assignee_id: Generated<string | null>;
    department_id: Generated<string | null>;
    source_message_id: string | null;
    sent_hash: Buffer;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
}
