import { randomUUID } from "node:crypto";
import { maxPeopleAtOnce } from "@atoll/contract/administration/limits";
import { maxAttendeesAtOnce, maxFreePeople } from "@atoll/contract/calendar/limits";
import { maxImportText } from "@atoll/contract/cards/limits";
import { maxPathItems } from "@atoll/contract/onboarding/limits";
import { maxTasksAtOnce, maxWatchers } from "@atoll/contract/tasks/limits";
import { maxMentions } from "@atoll/contract/text/max-mentions";
import { storedZip } from "./stored-zip.ts";

/** A request whose work grows with what a person sends. */
export interface LargeInput {
  what: string;
  method: string;
  path: string;
  /** Makes a new body for each turn. */
  body?: () => object;
}

export interface Known {
  people: readonly string[];
  tasks: readonly string[];
  channelId: string;
  seriesTypeId: string;
  /** Sections that read OpenAPI files and PostgreSQL DDL. */
  apiTypeId: string;
  schemaTypeId: string;
  roleId: string;
}

const times = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("");

/** Every kind of rule, file, pattern and list of people that a route takes, as large as the route allows. */
export function largeInputs(known: Known): LargeInput[] {
  const { people, tasks, channelId, seriesTypeId, roleId } = known;
  const first = (count: number) => people.slice(0, count);
  const pattern = encodeURIComponent('%_\\"'.repeat(50));
  const query = encodeURIComponent(
    '"harbour plan" -tide from:member in:hostile has:file before:2027-01-01 quay* '.repeat(12).slice(0, 1000),
  );
  const ics = () => ({ file: Buffer.from(calendarFile()).toString("base64"), zone: "Europe/Berlin" });
  return [
    {
      what: "rule: a task that comes each day since 1900",
      method: "POST",
      path: "/api/tasks",
      body: () => ({
        ...task(),
        due: { date: "1900-01-01" },
        recurrence: { every: "week", weekdays: [1, 2, 3, 4, 5, 6, 7] },
      }),
    },
    {
      what: "rule: 400 days, 100 people invited",
      method: "POST",
      path: "/api/events",
      body: () => ({
        id: randomUUID(),
        title: "Words",
        start: "2026-11-30T10:00",
        end: "2026-11-30T11:00",
        zone: "Europe/Berlin",
        rule: "FREQ=DAILY;COUNT=400",
        invite: { personIds: first(maxAttendeesAtOnce) },
      }),
    },
    {
      what: "file: a calendar of 2,000 events, looked at",
      method: "POST",
      path: "/api/calendar-imports/preview",
      body: ics,
    },
    {
      what: "file: a calendar of 2,000 events, kept",
      method: "POST",
      path: "/api/calendar-imports",
      body: () => ({ ...ics(), changeId: randomUUID() }),
    },
    {
      what: "file: 200,000 characters of employees",
      method: "POST",
      path: "/api/admin/imports",
      body: () => ({
        csv: `name,email,password\n${times(3_000, (n) => `Person ${n},p${n}@example.test,seven pelicans ${n} on a pier\n`)}`.slice(
          0,
          200_000,
        ),
        isDryRun: true,
      }),
    },
    {
      what: "file: 300 pages of Markdown in a zip",
      method: "POST",
      path: "/api/knowledge/imports/preview",
      body: () => ({ zip: markdownZip() }),
    },
    {
      what: "file: 400,000 characters of numbers by day",
      method: "POST",
      path: `/api/card-types/${seriesTypeId}/series`,
      body: () => ({
        changeId: randomUUID(),
        csv: `name,day,number\n${times(4_999, (n) => `A keyword with many words that nobody has looked for yet ${n},2026-01-${String(1 + (n % 28)).padStart(2, "0")},${n}\n`)}`.slice(
          0,
          400_000,
        ),
      }),
    },
    {
      what: "file: 5 MB of OpenAPI, looked at",
      method: "POST",
      path: `/api/card-types/${known.apiTypeId}/import`,
      body: () => imported(openApi()),
    },
    {
      what: "file: 5 MB of DDL, looked at",
      method: "POST",
      path: `/api/card-types/${known.schemaTypeId}/import`,
      body: () =>
        imported(times(60_000, (n) => `CREATE TABLE t${n} (id bigint PRIMARY KEY, at date, words text);\n`)),
    },
    {
      what: "people: an onboarding path of 120 meetings",
      method: "POST",
      path: "/api/onboarding/paths",
      body: () => ({ id: randomUUID(), name: "Words", ownerId: people[0], items: meetings(people) }),
    },
    {
      what: "pattern: a search of 1,000 characters with operators",
      method: "GET",
      path: `/api/search?query=${query}`,
    },
    {
      what: "pattern: the same in messages",
      method: "GET",
      path: `/api/search/messages?query=${query.slice(0, 190)}`,
    },
    { what: "pattern: suggestions", method: "GET", path: `/api/search/suggestions?query=${query}` },
    {
      what: "pattern: something similar",
      method: "GET",
      path: `/api/search/similar?text=${query.slice(0, 280)}&kinds=task`,
    },
    { what: "pattern: tasks with signs", method: "GET", path: `/api/tasks?scope=all&text=${pattern}` },
    { what: "pattern: the audit log", method: "GET", path: `/api/admin/audit?search=${pattern}` },
    {
      what: "pattern: employees",
      method: "GET",
      path: `/api/admin/users?search=${encodeURIComponent('%_\\"'.repeat(25))}`,
    },
    {
      what: "people: free time of 50 over six weeks",
      method: "POST",
      path: "/api/availability",
      body: () => ({
        personIds: first(maxFreePeople),
        from: "2026-12-07T00:00:00.000Z",
        until: "2027-01-18T00:00:00.000Z",
        zone: "Europe/Berlin",
        durationMinutes: 60,
      }),
    },
    {
      what: "people: a channel of 500",
      method: "POST",
      path: "/api/channels",
      body: () => ({
        id: randomUUID(),
        name: `large ${randomUUID().slice(0, 8)}`,
        type: "PRIVATE",
        memberIds: first(500),
      }),
    },
    {
      what: "people: a message that names 50",
      method: "POST",
      path: `/api/channels/${channelId}/messages`,
      body: () => ({
        id: randomUUID(),
        content: times(maxMentions, (n) => `@Member ${n + 1} `),
        mentionIds: first(maxMentions),
      }),
    },
    {
      what: "people: a role for 100",
      method: "PATCH",
      path: "/api/admin/users",
      body: () => ({ userIds: first(maxPeopleAtOnce), addRoleIds: [roleId] }),
    },
    {
      what: "people: 50 watchers of a task",
      method: "PUT",
      path: `/api/tasks/${tasks[0]}/watchers`,
      body: () => ({ changeId: randomUUID(), add: first(maxWatchers) }),
    },
    {
      what: "things: 200 tasks at a time",
      method: "POST",
      path: "/api/tasks/changes",
      body: () => ({
        changeId: randomUUID(),
        taskIds: tasks.slice(0, maxTasksAtOnce),
        set: { priority: Math.random() < 0.5 ? "high" : "low" },
      }),
    },
  ];
}

/** The lists that show what was stored. */
export const lists = [
  "/api/events?from=2026-11-01T00:00:00.000Z&until=2027-10-31T00:00:00.000Z&zone=Europe/Berlin&limit=2000",
  "/api/events/search?query=words",
  "/api/calendar/analytics?from=2026-01-01&to=2026-12-31&zone=Europe/Berlin",
  "/api/tasks?scope=all",
  "/api/tasks/board?scope=all",
  "/api/task-matrix",
  "/api/tasks/analytics?from=2026-01-01&to=2026-12-31&zone=UTC",
  "/api/channels",
  "/api/admin/users",
  "/api/admin/audit",
  "/api/notifications",
  "/api/search?query=words",
  "/api/search/suggestions?query=words",
];

const task = () => ({ id: randomUUID(), title: "Words" });

const imported = (text: string) => ({
  changeId: randomUUID(),
  group: "billing",
  text: text.slice(0, maxImportText),
  isDryRun: true,
});

/** Schemas that refer to each other in a circle, in as many operations as fit. */
function openApi(): string {
  const ref = { $ref: "#/components/schemas/A" };
  const operation = {
    responses: { 200: { description: "Words", content: { "application/json": { schema: ref } } } },
  };
  const paths = Object.fromEntries(
    Array.from({ length: 30_000 }, (_, n) => [`/words/${n}`, { get: operation }]),
  );
  const schemas = {
    A: { properties: { b: { $ref: "#/components/schemas/B" } } },
    B: { properties: { a: ref } },
  };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Words", version: "1" },
    paths,
    components: { schemas },
  });
}

const meetings = (people: readonly string[]) =>
  people
    .slice(0, maxPathItems)
    .map((personId, day) => ({ id: randomUUID(), kind: "meet", personId, day: day % 90 }));

function calendarFile(): string {
  const day = (index: number) => String(20270101 + (index % 28));
  const event = (index: number) =>
    `BEGIN:VEVENT\r\nUID:${randomUUID()}\r\nSUMMARY:Words ${index}\r\nDTSTART:${day(index)}T100000Z\r\nDTEND:${day(index)}T110000Z\r\nRRULE:FREQ=WEEKLY;COUNT=50\r\nEND:VEVENT\r\n`;
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${times(2000, event)}END:VCALENDAR\r\n`;
}

function markdownZip(): string {
  const text = `${times(60, (line) => `## Part ${line}\n\nWords of the **harbour** and its [quay](https://example.test).\n\n`)}`;
  const pages = Array.from(
    { length: 300 },
    (_, page) => [`Pages/Page ${page}.md`, `# Page ${page}\n\n${text}`] as const,
  );
  return storedZip(new Map(pages)).toString("base64");
}
