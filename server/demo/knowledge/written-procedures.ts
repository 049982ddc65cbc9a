import { cell, parseTable } from "../table.ts";

/** A procedure. Steps are `title: text`; a step marked `+` came with the newest version, `~` has other words since. */
export interface WrittenProcedure {
  title: string;
  department: string;
  owner: string;
  approver: string;
  versions: number;
  age: number;
  overdue: number;
  mustRead: boolean;
  summary: string;
  steps: { title: string; text: string; mark: "" | "+" | "~" }[];
}

export const writtenProcedures: WrittenProcedure[] = parseTable(`
  title                           | department           | owner    | approver | versions | age | overdue | read | summary | steps
  Rollback                        | devops               | dev      | kofi     | 4 | 5   | 0  | yes | Return a release or a node pool to its last good state in under ten minutes, without losing a payment. | Check what changed: Open the deploy list and find the last release marked good. If two releases are in doubt, go back past both. ¶ Tell people: Post in deploys what you are rolling back, why, and who is doing it. Billing and checkout also need Kofi or a second approver from Backend. ¶ +Pause the train: Stop the release train so nothing new lands while you work. ¶ ~Move traffic back: Cordon the new pool, then uncordon the old one and wait for two green probes before moving traffic. ¶ Watch the probes: Stay for ten minutes. Queue depth and payment retries have to be flat. ¶ Write it down: Add what happened to the incident page before you close it.
  Hotfix during a payments freeze | backend              | kofi     | andrei   | 2 | 30  | 0  | yes | The only way a change goes out while payments are frozen. | Ask for a second pair of eyes: Name a reviewer who is not on your team. ¶ Show the blast radius: List the tables and queues that the change can touch. ¶ ~Ship to one depot: Watch it for fifteen minutes. ¶ Ship to all: Say so in deploys before and after.
  Open an incident                | devops               | rania    | dev      | 3 | 60  | 0  | no  | From the first alert to the person who leads it. | Say that there is one: Write in incidents what you see, not what you think. ¶ Name a lead: The lead decides and does not type. ¶ Open the page: One page for each incident, with times. ¶ +Tell clients: Elin writes to those concerned within 30 minutes.
  Restore the main database       | backend              | andrei   | kofi     | 2 | 120 | 12 | no  | Bring the database back from last night's copy. | Stop all writers: Scale the workers to zero. ¶ Choose the copy: The newest that was verified. ¶ Restore to a new server: Never over the running one. ¶ Compare counts: Invoices and bookings of the last day. ¶ Switch over: Change the address, then start one worker.
  Rotate signing keys             | devops               | viktor   | sam      | 1 | 45  | 0  | no  | Replace the keys that sign sessions. | Make the new key: On the vault, never on a laptop. ¶ Let both be valid: For one day. ¶ Retire the old key: Check that nobody was signed out.
  Sending a proposal for signature | business-development | ines    | marisol  | 2 | 214 | 34 | no  | From an agreed price to a signed contract. | Check the price: Against the sheet in pricing. ¶ Fill in the template: Change nothing in the small print. ¶ Have it read: By Ruth for anything above 20,000 euros. ¶ Send it: Through the signing service, never by mail.
  New client terminal             | business-development | elin     | yara     | 1 | 90  | 0  | no  | Everything a terminal needs before its first day. | Collect contacts: Operations, billing and one for nights. ¶ Create the site: With its time zone first. ¶ Invite people: No shared accounts. ¶ Train them: Two sessions of an hour. ¶ Watch the first morning: Be on the line at six.
  Asking a client for a case study | marketing           | hanne    | lina     | 1 | 40  | 0  | no  | How to ask, what to offer, and what to keep out. | Ask the account manager: They know when not to. ¶ Send the outline: One page, with three questions. ¶ Agree on figures: In writing. ¶ Have it approved: By the client and by Lina.
  Photo day consent               | marketing            | noor     | hanne    | 1 | 18  | 0  | yes | Nobody is in a picture without having agreed. | Hand out the form: A day before. ¶ Mark those who said no: A blue band on the wrist. ¶ Check the pictures: Against the list, before anything is published.
  Handling customer data          | backend              | viktor   | kofi     | 2 | 25  | 0  | yes | What may be copied, where to, and for how long. | Ask whether you need it: A count is often enough. ¶ Take the least: Without names where you can. ¶ Keep it inside: Never on a laptop or in a chat. ¶ ~Delete it: Within seven days, and say so in the task.
  Accessibility check of a screen | frontend             | bjork    | aiko     | 2 | 70  | 0  | no  | Ten minutes before a screen is called done. | Unplug the mouse: Reach everything with the keyboard. ¶ Zoom to 200 %: Nothing is cut. ¶ Turn on the reader: Names make sense without seeing. ¶ +Turn off motion: Nothing is lost.
  Leaver checklist                | business-development | greta    | marisol  | 1 | 130 | 3  | no  | The last day, in the right order. | Hand over work: Name an heir for what they own. ¶ Collect devices: Laptop, phone and badge. ¶ Close the account: At six in the evening, not before. ¶ Say goodbye: In general, in their words.
`).map((row) => ({
  title: cell(row, "title"),
  department: cell(row, "department"),
  owner: cell(row, "owner"),
  approver: cell(row, "approver"),
  versions: Number(cell(row, "versions")),
  age: Number(cell(row, "age")),
  overdue: Number(cell(row, "overdue")),
  mustRead: cell(row, "read") === "yes",
  summary: cell(row, "summary"),
  steps: cell(row, "steps")
    .split("¶")
    .map((step) => {
      const [title = "", ...text] = step.trim().split(": ");
      const mark = title.startsWith("+") ? "+" : title.startsWith("~") ? "~" : "";
      return { title: title.replace(/^[+~]/, ""), text: text.join(": "), mark };
    }),
}));
