import { demoPeople } from "./people.ts";
import { cell, parseTable } from "./table.ts";

/** A conversation before it is placed in time. */
export type ChannelPlan = {
  key: string;
  type: "PUBLIC" | "PRIVATE" | "DIRECT";
  departmentKey: string | null;
  description: string;
  /** The person who created it, and when. */
  createdBy: string;
  createdWeeksAgo: number;
  /** The everyday talk stops this long before now ... */
  quietMinutes: number;
  /** ... or before the last written talk, where that one has the last word. */
  scriptHasLastWord: boolean;
  members: string[];
  /** The first is who opened it. */
  owners: string[];
  isOwnersOnly: boolean;
  /** Its members are its department's. */
  followsDepartment: boolean;
};

/**
 * Members are `all`, department keys and people's keys; `-key` leaves somebody out. An account that
 * waits for approval is in no channel. `quiet` is in minutes; `script` gives the written talk the
 * last word, so that the list of recent chats looks the same at every start. `rule` is `owners` where only
 * these write, `follows` where the members are the department's, or empty.
 */
const spaces: ChannelPlan[] = parseTable(`
  key                  | type    | department           | by                   | weeks | quiet  | rule    | description                                     | members
  general              | PUBLIC  |                      | greta                | 188   | script |         | General discussion                              | all
  announcements        | PUBLIC  |                      | greta, kofi, marisol | 188   | 600    | owners  | Company news, written by a few                  | all
  deploys              | PUBLIC  | devops               | dev                  | 120   | script |         | Releases, rollbacks and maintenance windows     | devops, kofi, tomasz, priya, oksana, andrei, aiko, lucas, emre, marisol, ruth, ines
  business-development | PUBLIC  | business-development | marisol              | 140   | script |         | Pipeline, calls and proposals                   | business-development, hanne, noor, greta
  frontend             | PUBLIC  | frontend             | aiko                 | 140   | 240    |         | Portal, depot app and design system             | frontend, marisol, ruth, kofi, noor
  backend              | PUBLIC  | backend              | kofi                 | 140   | 250    |         | Services, schema and API                        | backend, marisol, dev, meiling, aiko, lucas
  devops               | PUBLIC  | devops               | dev                  | 130   | 9      |         | Platform, network and pipelines                 | devops, kofi, priya, andrei
  marketing            | PUBLIC  | marketing            | hanne                | 140   | script |         | Campaigns, words and pictures                   | marketing, ruth, ines, greta
  harbour-freight      | PRIVATE | business-development | ruth                 | 6     | script |         | Harbour Freight, terminal rollout               | marisol, ruth, ines, dev, kofi, daniel, luciana, siobhan, aiko
  kestrel-rail         | PRIVATE | business-development | marisol              | 6     | 270    |         | Kestrel Rail, pilot at Dock 4                   | marisol, ines, ruth, rafael, luciana, kofi, thandiwe, lucas, omar
  incident-review      | PRIVATE | devops               | kofi                 | 90    | 300    |         | What happened, what we change                   | devops, kofi, tomasz, priya, oksana, minhanh, aiko, greta, marisol
  design               | PUBLIC  | frontend             | zofia                | 80    | 14     |         | Work in progress, early and unfinished          | zofia, chloe, saskia, aiko, bjork, theo, noor, jonah, amara, xiaowen
  on-call              | PUBLIC  | devops               | sam                  | 95    | 12     |         | Alerts, handovers and who holds the pager       | devops, kofi, tomasz, priya, andrei, minhanh
  partner-portal       | PUBLIC  | frontend             | aiko                 | 60    | 18     |         | Everything about the portal, across departments | aiko, lucas, emre, amara, zofia, mateja, oksana, tomasz, thandiwe, siobhan, yara, xiaowen
  support-desk         | PUBLIC  |                      | yara                 | 110   | 7      |         | Questions from clients that need one of us      | yara, siobhan, elin, anouk, tove, aiko, emre, malakai, mateja, lucas, tomasz, oksana, leila, ibrahim, sam, rania
  case-studies         | PUBLIC  | marketing            | hanne                | 100   | 35     |         | Client stories, from first call to print        | hanne, noor, bea, theo, saskia, lina, seun, ruth, yara, anouk
  kitchen              | PUBLIC  |                      | sam                  | 90    | 5      |         | Lunch, plants and lost umbrellas                | all, -marisol, -kofi, -gustav, -viktor, -nikhil, -daniel, -lina
  new-joiners          | PUBLIC  |                      | greta                | 70    | 60     |         | Ask anything in your first months               | greta, jonah, bea, lucas, ibrahim, malakai, henrik, tadhg, hugo, aiko, noor, tomasz, yara
  hiring               | PRIVATE |                      | greta                | 52    | 90     |         | Open roles and interviews                       | greta, kofi, aiko, dev, hanne, ruth
  bd-team              | PRIVATE | business-development | ruth                 | 60    | 500    | follows | Business Development among ourselves            | business-development
  frontend-team        | PRIVATE | frontend             | aiko                 | 60    | 500    | follows | Frontend among ourselves                        | frontend
  backend-team         | PRIVATE | backend              | kofi                 | 60    | 500    | follows | Backend among ourselves                         | backend
  devops-team          | PRIVATE | devops               | dev                  | 60    | 500    | follows | DevOps among ourselves                          | devops
  marketing-team       | PRIVATE | marketing            | hanne                | 60    | 500    | follows | Marketing among ourselves                       | marketing
`).map((row) => {
  const quiet = cell(row, "quiet");
  const kind = cell(row, "type");
  const owners = cell(row, "by").split(", ");
  return {
    key: cell(row, "key"),
    type: kind === "PRIVATE" ? "PRIVATE" : "PUBLIC",
    departmentKey: cell(row, "department") || null,
    description: cell(row, "description"),
    createdBy: owners[0] ?? "",
    createdWeeksAgo: Number(cell(row, "weeks")),
    quietMinutes: quiet === "script" ? 0 : Number(quiet),
    scriptHasLastWord: quiet === "script",
    members: membersOf(cell(row, "members")),
    owners,
    isOwnersOnly: cell(row, "rule") === "owners",
    followsDepartment: cell(row, "rule") === "follows",
  };
});

/** The pairs with direct messages. Marisol's end as written; the others continue until shortly before now. */
const pairs = [
  ...["marisol+ruth", "aiko+marisol", "kofi+marisol", "marisol+noor", "hanne+marisol", "jonah+marisol"],
  ...["dev+sam", "kofi+sam", "kofi+tomasz", "greta+kofi", "aiko+lucas", "aiko+jonah", "ines+ruth"],
  ...["ines+rafael", "hanne+noor", "bea+noor", "dev+meiling", "priya+tomasz", "aiko+zofia", "chloe+zofia"],
  ...["camille+ruth", "hanne+seun", "priya+thandiwe", "greta+hanne", "oksana+tomasz", "ines+marisol+ruth"],
];

const directs: ChannelPlan[] = pairs.map((pair, at) => {
  const members = pair.split("+");
  return {
    key: `dm-${members.join("-")}`,
    type: "DIRECT",
    departmentKey: null,
    description: "",
    createdBy: members[0] ?? "",
    createdWeeksAgo: members.includes("jonah") || members.includes("bea") ? 1.55 : 7 + (at % 5),
    quietMinutes: 11 + at * 7,
    scriptHasLastWord: members.includes("marisol"),
    members,
    owners: [],
    isOwnersOnly: false,
    followsDepartment: false,
  };
});

/** Every conversation of the demo company, the shared ones first. */
export const channelPlans: ChannelPlan[] = [...spaces, ...directs];

function membersOf(rule: string): string[] {
  const parts = rule.split(", ");
  const wanted = demoPeople.filter(
    (person) =>
      !person.roles.includes("pending") &&
      !parts.includes(`-${person.key}`) &&
      (parts.includes("all") ||
        parts.includes(person.key) ||
        person.departments.some((department) => parts.includes(department))),
  );
  return wanted.map((person) => person.key);
}
