import { taskStatusSchema } from "@atoll/contract/tasks/schemas";
import { sql } from "kysely";
import { ranksOnArrival } from "../../src/features/tasks/ranks.ts";
import type { Database } from "../../src/tables.ts";
import { demoId } from "../ids.ts";
import type { DemoCompany } from "../types.ts";

const dayMs = 86_400_000;

/** The tasks that ideas became: `idea | task | department | status | assignee | days ago`. */
const work = `
Show the payments freeze on every deploy button | Lock on portal deploys | frontend | in_progress | jonah | 3
Show the payments freeze on every deploy button | Freeze flag in the release page | devops | todo | dev | 3
Offline mode for depots | Keep the last scan list on the device | frontend | done | malakai | 40
Offline mode for depots | Send scans later, each once | backend | in_progress | oksana | 30
Offline mode for depots | Pilot with two depots of Kestrel Rail | business-development | todo | ruth | 12
Webhook replay | Keep deliveries for seven days | backend | done | oksana | 35
Webhook replay | A button to send one again | backend | in_review | oksana | 20
Say why an arrival time changed | Reasons from the scheduler in the timeline | backend | in_progress | minhanh | 18
One price sheet for partners and direct | Compare both sheets line by line | business-development | done | sunil | 25
`;

/** Adds tasks that ideas became. Tasks and ideas have to be there. */
export async function seedIdeaWork(
  tx: Database,
  { people, departments }: DemoCompany,
  now: Date,
): Promise<void> {
  const idOf = (key: string) => people.find((one) => one.key === key)?.id ?? null;
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs);
  for (const line of work.trim().split("\n")) {
    const [idea = "", title = "", department = "", status = "", assignee = "", daysAgo] = line
      .split("|")
      .map((part) => part.trim());
    const when = at(Number(daysAgo));
    const [rank] = await ranksOnArrival(tx, taskStatusSchema.parse(status), 1);
    const name = departments.find(({ key }) => key === department)?.name ?? null;
    await sql`WITH of_idea AS (SELECT id, title, task_count, coalesce(owner_id, author_id) AS by_id FROM ideas
        WHERE title = ${idea}
      ), task AS (
        INSERT INTO tasks (id, title, description, status, rank, priority, tags, created_by, assignee_id, department_id,
          sent_hash, created_at, updated_at, completed_at)
        SELECT ${demoId(when, `task of idea ${title}`)}, ${title}, 'From the idea [' || i.title || '](/ideas/' || i.id || ').',
          ${status}, ${rank}, 'medium', '{}', i.by_id, ${idOf(assignee)},
          (SELECT d.id FROM departments d WHERE d.name = ${name}), '\\x00', ${when}::timestamptz, ${when}::timestamptz,
          CASE WHEN ${status} = 'done' THEN ${at(Number(daysAgo) / 2)}::timestamptz END
        FROM of_idea i RETURNING id, created_by
      ), linked AS (
        INSERT INTO idea_tasks (idea_id, number, task_id) SELECT i.id, i.task_count + 1, t.id FROM of_idea i, task t
      ), entry AS (
        INSERT INTO idea_entries (idea_id, kind, actor_id, facts, at)
        SELECT i.id, 'task', t.created_by, '{}', ${when} FROM of_idea i, task t
      ) UPDATE ideas SET task_count = task_count + 1 WHERE title = ${idea}`.execute(tx);
  }
}
