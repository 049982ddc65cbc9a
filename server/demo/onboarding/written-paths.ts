import { cell, parseTable } from "../table.ts";

/** An item of a path: `about` is a title, the title of a page, or the key of a person. */
export interface WrittenItem {
  path: string;
  day: number;
  kind: "read" | "sop" | "task" | "event" | "meet" | "text";
  about: string;
  doer: "newcomer" | "manager";
  note: string;
}

export const writtenPaths = [
  {
    key: "marketer",
    name: "Content marketer",
    summary: "From the first laptop to the first campaign.",
    departments: ["marketing"],
    owner: "hanne",
    state: "published",
    stages: [
      { name: "Before you start", note: "Papers and laptop", day: -7 },
      { name: "Week 1", note: "Settle in", day: 1 },
      { name: "Week 2", note: "Learn how we work", day: 8 },
      { name: "Week 3", note: "First campaign", day: 15 },
      { name: "Week 4", note: "On your own", day: 22 },
      { name: "To day 90", note: "Look back", day: 29 },
    ],
  },
  {
    key: "engineer",
    name: "Engineer",
    summary: "The first change goes out in the first week.",
    departments: ["frontend", "backend", "devops"],
    owner: "aiko",
    state: "published",
    stages: [
      { name: "Before you start", note: "Access and laptop", day: -7 },
      { name: "Week 1", note: "First change", day: 1 },
      { name: "Week 2", note: "How we release", day: 8 },
      { name: "Weeks 3 and 4", note: "On call together with a colleague", day: 15 },
      { name: "To day 90", note: "Own a part", day: 29 },
    ],
  },
  {
    key: "partner",
    name: "Partner lead",
    summary: "Knows every client by name after a month.",
    departments: ["business-development"],
    owner: "marisol",
    state: "draft",
    stages: [
      { name: "Before you start", note: "Papers and laptop", day: -7 },
      { name: "Week 1", note: "Meet the clients", day: 1 },
      { name: "Week 2", note: "First call", day: 8 },
    ],
  },
] as const;

export const writtenItems: WrittenItem[] = parseTable(`
  path     | day | kind  | about                              | doer     | note
  marketer | -5  | text  | Send your papers                   | newcomer | Bank details and a photo for the door.
  marketer | -3  | text  | Order a laptop and a badge         | manager  |
  marketer | -2  | text  | Say which languages you read       | newcomer |
  marketer | 0   | read  | About Pelican Works                | newcomer |
  marketer | 1   | text  | Pick up your laptop                | newcomer | At the desk on the second floor.
  marketer | 1   | meet  | buddy                              | newcomer |
  marketer | 2   | read  | How we work together               | newcomer |
  marketer | 3   | meet  | manager                            | newcomer |
  marketer | 4   | read  | Spotting a forged mail             | newcomer |
  marketer | 5   | meet  | greta                              | newcomer | People and office
  marketer | 6   | meet  | marisol                            | newcomer | Partnerships
  marketer | 8   | task  | Connect your calendar              | newcomer | So that others find a time with you.
  marketer | 8   | read  | Brand                              | newcomer |
  marketer | 9   | task  | Draft one post for the case study  | newcomer | Noor reviews it.
  marketer | 10  | read  | Logo and colours                   | newcomer |
  marketer | 10  | event | 1:1 with your manager              | newcomer | How the first days were.
  marketer | 12  | task  | Collect consent forms with Noor    | newcomer | For the photo day.
  marketer | 13  | sop   | Photo day consent                  | newcomer |
  marketer | 13  | meet  | aiko                               | newcomer | Design in Frontend
  marketer | 14  | event | Brand photography day              | newcomer | Dock 4
  marketer | 14  | meet  | kofi                               | newcomer | Releases
  marketer | 16  | task  | Plan your first campaign with Noor | newcomer |
  marketer | 17  | read  | Planning a campaign                | newcomer |
  marketer | 18  | sop   | Asking a client for a case study   | newcomer |
  marketer | 20  | event | Show the team what you noticed     | newcomer | Ten minutes, no slides.
  marketer | 23  | task  | Send your first campaign           | newcomer |
  marketer | 26  | meet  | ruth                               | newcomer | Client stories
  marketer | 30  | event | Look back on the first month       | newcomer |
  marketer | 60  | text  | Write down what this path lacks    | newcomer |
  marketer | 88  | event | Day 90 talk                        | newcomer |
  engineer | -4  | text  | Ask for access to the portal       | manager  |
  engineer | -2  | text  | Send the key of your laptop        | newcomer |
  engineer | 1   | read  | About Pelican Works                | newcomer |
  engineer | 1   | meet  | buddy                              | newcomer |
  engineer | 2   | read  | Engineering                        | newcomer |
  engineer | 3   | task  | Release one small change           | newcomer | A typo counts.
  engineer | 4   | read  | Code review                        | newcomer |
  engineer | 5   | meet  | manager                            | newcomer |
  engineer | 7   | read  | Testing                            | newcomer |
  engineer | 8   | read  | How we release                     | newcomer |
  engineer | 8   | sop   | Handling customer data             | newcomer |
  engineer | 9   | task  | Take part in a review              | newcomer |
  engineer | 12  | event | API review                         | newcomer |
  engineer | 13  | meet  | dev                                | newcomer | Platform
  engineer | 14  | read  | Alerts worth waking for            | newcomer |
  engineer | 20  | task  | Shadow somebody on call            | newcomer |
  engineer | 27  | event | Month one talk                     | newcomer |
  engineer | 45  | task  | Write a page that was missing      | newcomer |
  engineer | 60  | event | Day 60 talk                        | newcomer |
  engineer | 85  | text  | Say which part you want to own     | newcomer |
  partner  | 1   | read  | Clients                            | newcomer |
  partner  | 2   | meet  | buddy                              | newcomer |
  partner  | 3   | sop   | Sending a proposal for signature   | newcomer |
  partner  | 5   | read  | How prices are made                | newcomer |
  partner  | 9   | task  | Lead a call with one client        | newcomer |
`).map((row) => ({
  path: cell(row, "path"),
  day: Number(cell(row, "day")),
  kind: cell(row, "kind") as WrittenItem["kind"],
  about: cell(row, "about"),
  doer: cell(row, "doer") as WrittenItem["doer"],
  note: cell(row, "note"),
}));

/** The people on each path, since when, and how many of their items are done. */
export const writtenNewcomers = [
  { person: "bea", path: "marketer", manager: "hanne", buddy: "noor", day: 9, done: 12 },
  { person: "jonah", path: "engineer", manager: "aiko", buddy: "zofia", day: 9, done: 4 },
  { person: "lucas", path: "engineer", manager: "aiko", buddy: "amara", day: 47, done: 16 },
  { person: "malakai", path: "engineer", manager: "kofi", buddy: "nikhil", day: 133, done: 99 },
  { person: "ibrahim", path: "engineer", manager: "kofi", buddy: null, day: -6, done: 0 },
] as const;
