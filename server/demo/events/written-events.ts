import type { EventKind } from "@atoll/contract/calendar/limits";
import { cell, parseTable } from "../table.ts";

/** An event as written down by hand. `day` counts from the Monday of this week, `who` are keys of people. */
export interface WrittenEvent {
  title: string;
  organiser: string;
  department: string;
  kind: EventKind;
  day: number;
  /** Empty: all day; then `length` counts days, else minutes. */
  time: string;
  length: number;
  zone: string;
  rule: string | null;
  location: string;
  isPrivate: boolean;
  /** Keys of people, `#` and a department's key for all of its members, `*` for everybody. */
  who: string[];
}

/** The company's weeks: stand-ups, one-to-ones, reviews, an all-hands, holidays, some in other zones. */
export const writtenEvents: WrittenEvent[] = parseTable(`
  title                  | by      | department           | kind    | day | time  | length | zone              | rule                                | location          | private | who
  Pipeline stand-up      | marisol | business-development | meeting | -28 | 10:00 | 15     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=MO,WE,FR          | Heron             |         | #business-development
  Backend stand-up       | kofi    | backend              | meeting | -28 | 09:15 | 15     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR    | Huddle            |         | #backend
  Frontend stand-up      | aiko    | frontend             | meeting | -28 | 09:45 | 15     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR    | Huddle            |         | #frontend
  On-call handover       | dev     | devops               | meeting | -28 | 15:00 | 30     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=MO                | Curlew            |         | #devops
  Brand sync             | hanne   | marketing            | meeting | -27 | 15:30 | 45     | Europe/Lisbon     | FREQ=WEEKLY;INTERVAL=2;BYDAY=TU     | Curlew            |         | #marketing
  All-hands              | greta   |                      | meeting | -25 | 16:00 | 60     | Europe/Lisbon     | FREQ=MONTHLY;BYDAY=-1TH             | Main hall         |         | *
  1:1 Greta              | greta   |                      | meeting | -24 | 15:00 | 30     | Europe/Lisbon     | FREQ=WEEKLY;INTERVAL=2;BYDAY=FR     |                   | yes     | marisol
  1:1 Aiko and Jonah     | aiko    |                      | meeting | -26 | 11:00 | 30     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=WE                |                   | yes     | jonah
  API review             | kofi    | backend              | meeting | -26 | 14:00 | 60     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=WE                | Heron             |         | aiko, dev, lucas, xiaowen
  Demo Friday            | aiko    |                      | meeting | -24 | 16:00 | 45     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=FR                | Main hall         |         | #frontend, #backend, marisol, greta
  Kestrel Rail site visit | marisol | business-development | meeting | -18 | 10:00 | 150    | Europe/Lisbon     | FREQ=WEEKLY;INTERVAL=4;BYDAY=TH;COUNT=9 | Dock 4, Kestrel yard |   | ruth, ines, kofi
  Partner call           | marisol | business-development | meeting | 3   | 11:30 | 60     | Europe/Berlin     |                                     |                   |         | ruth, farid, wanjiru
  Harbour Freight kick-off | ruth  | business-development | meeting | -4  | 11:00 | 60     | America/New_York  |                                     |                   |         | marisol, rafael, sunil
  Singapore hand-off     | yara    |                      | meeting | 1   | 17:00 | 30     | Asia/Singapore    | FREQ=WEEKLY;BYDAY=TU                |                   |         | elin, siobhan, marisol
  Focus                  | marisol |                      | focus   | 1   | 09:30 | 90     | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=TU,TH             |                   |         |
  Focus                  | kofi    |                      | focus   | 0   | 13:00 | 120    | Europe/Lisbon     | FREQ=WEEKLY;BYDAY=MO,WE             |                   |         |
  Tender call            | marisol | business-development | meeting | 0   | 13:30 | 60     | Europe/Lisbon     |                                     |                   |         | ines, daniel
  Proposal dry run       | marisol | business-development | meeting | 2   | 15:45 | 60     | Europe/Lisbon     |                                     | Heron             |         | ruth, daniel, ines
  Vendor demo            | sunil   |                      | meeting | 3   | 16:00 | 60     | Europe/Lisbon     |                                     |                   |         | marisol, rafael
  Case study review      | hanne   | marketing            | meeting | 4   | 11:00 | 45     | Europe/Lisbon     |                                     | Curlew            |         | marisol, camille
  Partner pricing call   | marisol | business-development | meeting | 4   | 13:00 | 30     | Europe/Lisbon     |                                     |                   |         | sunil, wanjiru
  Budget hold            | marisol |                      | meeting | 10  | 17:00 | 60     | Europe/Lisbon     |                                     |                   |         | greta
  Sprint 25              | aiko    | frontend             | meeting | 1   |       | 1      | Europe/Lisbon     |                                     |                   |         |
  Payments freeze        | dev     | devops               | meeting | 9   |       | 6      | Europe/Lisbon     |                                     |                   |         | #backend
  Brand photography day  | hanne   | marketing            | meeting | 8   |       | 1      | Europe/Lisbon     |                                     | Old harbour       |         | #marketing
  Away: Lisbon to Oslo   | henrik  |                      | out     | 2   |       | 3      | Europe/Oslo       |                                     |                   |         |
  Restoration Day        | greta   |                      | holiday | 14  |       | 1      | Europe/Lisbon     |                                     |                   |         | *
  Winter break           | greta   |                      | holiday | 35  |       | 5      | Europe/Lisbon     |                                     |                   |         | *
`).map((row) => ({
  title: cell(row, "title"),
  organiser: cell(row, "by"),
  department: cell(row, "department"),
  kind: kindOf(cell(row, "kind")),
  day: Number(cell(row, "day")),
  time: cell(row, "time"),
  length: Number(cell(row, "length")),
  zone: cell(row, "zone"),
  rule: cell(row, "rule") || null,
  location: cell(row, "location"),
  isPrivate: cell(row, "private") !== "",
  who: cell(row, "who")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== ""),
}));

function kindOf(name: string): EventKind {
  return name === "focus" || name === "out" || name === "holiday" ? name : "meeting";
}
