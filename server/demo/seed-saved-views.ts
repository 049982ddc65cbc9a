import { hashSent } from "../src/platform/create-once.ts";
import type { Database } from "../src/tables.ts";
import { demoId } from "./ids.ts";
import { cell, parseTable } from "./table.ts";
import type { DemoCompany } from "./types.ts";

/** A place by its key, and the filters as in the page's address. */
const written = parseTable(`
  person  | place         | name                  | query
  marisol | tasks         | Urgent and overdue    | priority=urgent,high&due=overdue&group=due
  marisol | tasks         | Waiting for review    | status=in_review&group=assignee
  marisol | ideas         | Ideas I voted for     | view=voted
  ruth    | tasks         | Due this week         | due=today,week&sort=due
  ruth    | questions     | Still without answer  | tab=unanswered
  greta   | ideas         | Roadmap               | page=roadmap
  greta   | knowledge:sop | Procedures to confirm | show=obligations
  aiko    | tasks         | Mine, by priority     | scope=assigned&group=priority
`);

/** Gives some people saved views of tasks, ideas, questions and procedures. */
export async function seedSavedViews(tx: Database, { people }: DemoCompany, now: Date): Promise<void> {
  const idOf = new Map(people.map(({ key, id }) => [key, id]));
  const rows = written.flatMap((row, index) => {
    const userId = idOf.get(cell(row, "person"));
    if (userId === undefined) return [];
    const view = { place: cell(row, "place"), name: cell(row, "name"), query: cell(row, "query") };
    return {
      ...view,
      id: demoId(now, `view ${index}`),
      user_id: userId,
      position: index + 1,
      sent_hash: hashSent(view.name, view.query, view.place),
    };
  });
  await tx.insertInto("saved_views").values(rows).execute();
}
