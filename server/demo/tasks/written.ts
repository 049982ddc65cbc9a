import type { RecurrenceRule } from "@atoll/contract/tasks/recurrence";
import { cell, parseTable } from "../table.ts";

/** A task of the demo that somebody wrote by hand; `due` is in working days from today. */
export interface WrittenTask {
  title: string;
  department: string;
  status: "todo" | "in_progress" | "in_review";
  priority: "urgent" | "high" | "medium" | "low";
  due: number | null;
  tags: string[];
  creator: string;
  assignee: string | null;
  note: string;
  repeats: Pick<RecurrenceRule, "every" | "interval" | "weekdays"> | undefined;
}

/** Those that come again. */
const repeating: Record<string, WrittenTask["repeats"]> = {
  "Write up the week for all depots": { every: "week", interval: 1, weekdays: [4] },
  "Rehearse the restore of the main database": { every: "month", interval: 1, weekdays: [] },
  "Check the cold storage prices with Ruth": { every: "month", interval: 3, weekdays: [] },
};

/** The tasks on the board today, in the order of its columns. */
export const writtenTasks: WrittenTask[] = parseTable(`
  title                                      | department           | status      | priority | due | tags             | creator | assignee | note
  Price the multi-site tier with Ruth        | business-development | todo        | high     | 2   | pricing          | ruth    | marisol  | Three depots or more. Keep one price per terminal.
  Write onboarding notes for partner leads   | business-development | todo        | medium   | 5   | partners,docs    | marisol | marisol  |
  Collect consent forms for the photo day    | marketing            | todo        | low      | 1   | brand            | hanne   | noor     |
  Archive the 2024 tender folder             | business-development | todo        | low      |     | cleanup          | marisol |          | Keep the signed versions and the price sheets.
  Alert when queue depth passes 5,000        | devops               | todo        | high     | 6   | monitoring       | dev     | sam      |
  Keyboard map for the partner portal        | frontend             | todo        | medium   | 8   | portal,a11y      | aiko    | jonah    |
  Draft the Kestrel Rail pilot agreement, v2 | business-development | todo        | high     | 4   | kestrel          | ruth    | ruth     | Twelve weeks, two depots, one review in the middle.
  Send Harbour Freight the revised scope     | business-development | in_progress | urgent   | 0   | harbour-freight  | ruth    | marisol  | Split by terminal. Include the latency numbers from this morning.
  Clean up stale deals before year end       | business-development | in_progress | low      | 10  | pipeline         | marisol | marisol  |
  Idempotent invoice retries                 | backend              | in_progress | high     | 3   | billing          | kofi    | tomasz   | The same retry twice must be one invoice.
  Dark theme pass on invoice emails          | frontend             | in_progress | medium   | 5   | email            | aiko    | lucas    |
  Approve Q1 outreach list                   | business-development | in_review   | high     | 1   | outreach         | camille | marisol  |
  Empty states for the partner portal        | frontend             | in_review   | medium   | 4   | portal           | aiko    | amara    |
  Write up the week for all depots           | marketing            | todo        | medium   | 3   | newsletter       | hanne   | noor     |
  Rehearse the restore of the main database  | devops               | todo        | high     | 7   | backup           | dev     | sam      | Onto an empty machine, with the newest backup. Write down how long it took.
  Check the cold storage prices with Ruth    | business-development | todo        | medium   | 6   | pricing          | ruth    | marisol  |
  Autumn newsletter, final copy              | marketing            | in_review   | low      | 2   | newsletter       | hanne   | noor     |
`).map((row) => ({
  title: cell(row, "title"),
  department: cell(row, "department"),
  status: oneOf(["todo", "in_progress", "in_review"], cell(row, "status")),
  priority: oneOf(["urgent", "high", "medium", "low"], cell(row, "priority")),
  due: cell(row, "due") === "" ? null : Number(cell(row, "due")),
  tags: cell(row, "tags").split(",").filter(Boolean),
  creator: cell(row, "creator"),
  assignee: cell(row, "assignee") || null,
  note: cell(row, "note"),
  repeats: repeating[cell(row, "title")],
}));

function oneOf<const Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((one) => one === text);
  if (word === undefined) throw new Error(`demo tasks: no word for "${text}"`);
  return word;
}
