import { commentRoutes } from "@atoll/contract/comments/routes";
import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { type Chatter, signInChatter } from "../../../test/chatter.ts";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import { createMover, type Mover } from "../../../test/mover.ts";
import { readDate } from "./issues/dates.ts";
import { fromMarkup } from "./jira/markup.ts";

const server = sharedServer();
let admin: Mover;
let [ana, bea]: Chatter[] = [];

beforeAll(async () => {
  admin = createMover(
    await server.signIn(await createPerson(server.db, { name: "Greta", roles: ["admin"] })),
  );
  const people = [
    await createPerson(server.db, { name: "Ana Alvarez", email: "ana@jira.test" }),
    await createPerson(server.db, { name: "Bea Braun" }),
  ];
  [ana, bea] = await Promise.all(people.map((person) => signInChatter(server, person)));
});

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const csv = (rows: string[][], sign = ",") => rows.map((row) => row.map(quoted).join(sign)).join("\r\n");
const heading = [
  ..."Summary,Issue key,Issue id,Issue Type,Status,Status Category,Project key,Project name,Priority".split(
    ",",
  ),
  ..."Assignee,Assignee Id,Reporter,Reporter Id,Created,Due date,Parent id,Original estimate,Time Spent".split(
    ",",
  ),
  ..."Labels,Labels,Description,Comment,Comment,Outward issue link (Blocks),Outward issue link (Relates)".split(
    ",",
  ),
  ..."Attachment,Custom field (Story Points)".split(","),
];
let number = 0;
/** Returns a row by the names of its columns. Cells of repeated columns are a list. */
function issue(cells: Record<string, string | string[]>): string[] {
  number += 1;
  const usual: Record<string, string> = {
    ...{ "Issue id": `${10_000 + number}`, "Issue Type": "Task", Status: "To Do", "Project key": "AR" },
    ...{
      "Project name": "Areca",
      Created: "24/Sep/21 2:22 PM",
      Reporter: "ana@jira.test",
      Summary: `Issue ${number}`,
    },
  };
  const used = new Map<string, number>();
  return heading.map((name) => {
    const cell = cells[name] ?? usual[name] ?? "";
    const at = used.get(name) ?? 0;
    used.set(name, at + 1);
    return (typeof cell === "string" ? (at === 0 ? cell : "") : (cell[at] ?? "")) ?? "";
  });
}
/** Plans an import with all comments, also those of CSV files. */
async function plan(content: string | Buffer, name = "issues.csv"): Promise<string> {
  const id = await admin.planFile("jira", name, content);
  for (const { key, outcome } of await admin.places(id))
    if (outcome === "skip") await admin.placeTasks(id, key, { status: "todo" });
  return id;
}
const titled = async (who: Chatter | undefined, title: string) => {
  const { items } = await who!.client.call(taskListRoutes.listTasks, { query: { limit: 100 } });
  const found = items.find((task) => task.title === title);
  return found && (await who!.client.call(taskRoutes.getTask, { params: { taskId: found.id } })).task;
};
const commentsOf = async (who: Chatter | undefined, subjectId = "") =>
  (await who!.client.call(commentRoutes.listComments, { params: { kind: "task", subjectId }, query: {} }))
    .items;
const kindsOf = async (id: string) =>
  Object.fromEntries((await admin.lines(id)).map(({ kind, count }) => [kind, count]));

describe("an import of Jira", () => {
  test("keeps sub-tasks, links, comments with semicolons, estimates, time and markup, and adds nothing the second time", async () => {
    const [whole, part] = ["Ship the port", "Paint the port"];
    const file = csv([
      heading,
      issue({
        ...{
          Summary: part,
          "Issue key": "AR-2",
          "Issue Type": "Sub-task",
          "Parent id": "777",
          Status: "Done",
        },
        "Status Category": "Done",
      }),
      issue({
        ...{
          Summary: whole,
          "Issue key": "AR-1",
          "Issue id": "777",
          Priority: "Highest",
          Status: "Code Review",
        },
        ...{
          "Status Category": "In Progress",
          Assignee: "Bea B.",
          "Assignee Id": "557058:b",
          "Due date": "12/Nov/31",
        },
        ...{ "Original estimate": "7200", "Time Spent": "5400", Labels: ["Big, one", "port"] },
        Description: "h2. Why\n*bold* <script>alert(1)</script> [~557058:b]\n{code:js}\nlet a = 1;\n{code}",
        Comment: ["24/Sep/21 2:30 PM;557058:b;one; two; three", "25/Sep/21 8:00 AM;gone-id;Bye"],
        ...{ "Outward issue link (Blocks)": "AR-3", "Outward issue link (Relates)": "XX-9" },
        Attachment: "24/Sep/21 2:22 PM;557058:b;a;b.png;https://jira.example/a.png",
        "Custom field (Story Points)": "5",
      }),
      issue({ Summary: "Waits", "Issue key": "AR-3" }),
    ]);
    const id = await plan(file);
    expect(
      (await admin.places(id)).map(({ kind, status, recordCount }) => [kind, status, recordCount]),
    ).toEqual([
      ["board", null, 0],
      ["list", "done", 1],
      ["list", "in_review", 1],
      // Its comments, which were chosen.
      ["list", "todo", 2],
      ["list", "todo", 1],
    ]);
    await admin.choosePerson(id, "557058:b", bea?.id ?? "");
    const { tried } = await admin.try(id);
    const { made } = await admin.run(id);
    expect(made).toEqual(tried);
    expect(made).toMatchObject({ tasks: 2, subtasks: 1, comments: 2, dependencies: 1, minutes: 90 });
    const task = await titled(bea, whole);
    expect(task).toMatchObject({
      ...{ status: "in_review", priority: "urgent", assignee: { id: bea?.id }, createdBy: { id: ana?.id } },
      ...{ estimateMinutes: 120, trackedMinutes: 90, due: { date: "2031-11-12", clock: null } },
      tags: ["code review", "task", "big one", "port"],
      ...{ createdAt: "2021-09-24T14:22:00.000Z", subtasks: { done: 1, total: 1 }, blocks: 1 },
    });
    expect(task?.description).toContain(
      "## Why\n**bold** <script>alert(1)</script> @Bea Braun\n\n```js\nlet a = 1;\n```",
    );
    expect(task?.description).toMatch(/`Relates \(to\)`: `XX-9`/);
    expect((await commentsOf(bea, task?.id)).map(({ content, author }) => [content, author.name])).toEqual([
      ["one; two; three", "Bea Braun"],
      ["Bye", "gone-id"],
    ]);
    expect(await kindsOf(id)).not.toHaveProperty("difference");
    const again = await plan(file);
    expect((await admin.run(again)).made).toMatchObject({ record_earlier: 5 });
    await admin.undo(again);
    await admin.undo(id);
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM tasks`.execute(server.db);
    expect(rows[0]?.count).toBe(0);
  });

  test("reads semicolons, Latin-1, a mark at the start, no keys and 2,000 repeated columns", async () => {
    const many = [...heading, ...Array.from({ length: 2_000 }, () => "Comment")];
    const row = [...issue({ Summary: "Küche", "Issue key": "", "Issue id": "" })];
    const wide = [
      ...row,
      ...Array.from({ length: 2_000 }, (_, index) =>
        index % 500 === 0 ? `24/Sep/21 2:30 PM;x;No ${index}` : "",
      ),
    ];
    const file = csv([many, wide, wide], ";");
    const id = await plan(Buffer.from(file, "latin1"));
    expect((await admin.run(id)).made).toMatchObject({ tasks: 2, comments: 8 });
    expect((await titled(ana, "Küche"))?.description).toContain("no-key-");
    expect(await kindsOf(id)).toMatchObject({ file_encoding: 1 });
    const marked = await plan(
      Buffer.from(`\ufeff${csv([heading, issue({ Summary: "Marked" })], "\t")}`, "utf16le"),
    );
    expect((await admin.run(marked)).made).toMatchObject({ tasks: 1 });
    expect(await titled(ana, "Marked")).toBeDefined();
  });

  test("reads XML with HTML in it, keeps it inert, and says where a file was cut off", async () => {
    const item = (
      key: string,
      more: string,
    ) => `<item><title>[${key}] T</title><link>https://jira.example/browse/${key}</link>
      <project id="1" key="XM">Xml</project><key id="${key}0">${key}</key><summary>Sum ${key} &amp; more</summary>
      <type>Bug</type><status>Open</status><statusCategory id="2" key="new"/>
      <reporter username="ana@jira.test">Ana A.</reporter><created>Fri, 24 Sep 2021 14:22:15 -0700</created>${more}</item>`;
    const body = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><rss><channel>
      ${item("XM-1", "<description>&lt;p&gt;&lt;b&gt;Bold&lt;/b&gt; &lt;script&gt;alert(1)&lt;/script&gt;&amp;a;&lt;/p&gt;</description><comments><comment id='1' author='x' created='Fri, 24 Sep 2021 15:00:00 +0000'><![CDATA[<p>Hi</item></p>]]></comment></comments>")}
      ${item("XM-2", "<broken></brokn>")}${item("XM-3", "<timeoriginalestimate seconds='600'>10m</timeoriginalestimate>")}`;
    const id = await plan(`${body}<item><title>cut`, "search.xml");
    const { made } = await admin.run(id);
    expect(made).toMatchObject({ tasks: 2, comments: 1 });
    expect(await kindsOf(id)).toMatchObject({ record_unreadable: 1, file_unreadable: 1 });
    const task = await titled(ana, "Sum XM-1 & more");
    expect(task?.description).toMatch(/^\*\*Bold\*\* &a;/);
    expect(task?.createdAt).toBe("2021-09-24T21:22:15.000Z");
    expect((await titled(ana, "Sum XM-3 & more"))?.estimateMinutes).toBe(10);
  });

  test("gives another site's issue with the same key a task of its own, whose comments are on it", async () => {
    const site = (title: string, created: string, text: string) =>
      csv([
        heading,
        issue({
          ...{ Summary: title, "Issue key": "IT-1", "Issue id": "1", Created: created, Assignee: "admin" },
          ...{ Comment: `24/Sep/21 2:30 PM;admin;${text}` },
        }),
        issue({ Summary: `Part of ${title}`, "Issue key": "IT-2", "Parent id": "1", Created: created }),
      ]);
    const first = await plan(site("Salary round", "24/Sep/21 2:22 PM", "Same"));
    await admin.run(first);
    const file = site("Broken printer", "3/Mar/22 8:00 AM", "Same");
    const second = await plan(file);
    expect((await admin.run(second)).made).toMatchObject({ tasks: 1, subtasks: 1, comments: 1 });
    expect(await kindsOf(second)).toMatchObject({ issue_other: 2 });
    expect(await kindsOf(second)).not.toHaveProperty("difference");
    const printer = await titled(ana, "Broken printer");
    expect(printer?.subtaskList.map(({ title }) => title)).toEqual(["Part of Broken printer"]);
    expect(await commentsOf(ana, printer?.id)).toHaveLength(1);
    const again = await plan(file);
    const { made } = await admin.run(again);
    expect(made).toMatchObject({ record_earlier: 3 });
    expect(made).not.toHaveProperty("tasks");
    await admin.undo(again);
    await admin.undo(second);
    expect(await titled(ana, "Broken printer")).toBeUndefined();
    expect(await titled(ana, "Salary round")).toMatchObject({ commentCount: 1 });
    await admin.undo(first);
  });

  test("takes a name of another site for the same former colleague only if it is that person's", async () => {
    const file = (name: string, key: string) =>
      csv([
        heading,
        issue({ Summary: key, "Issue key": key, Assignee: name, "Assignee Id": "admin" }),
        issue({
          ...{ Summary: `${key} b`, "Issue key": `${key}9`, Assignee: name },
          "Assignee Id": "557058:10df6720-08d0-4747-86f6-1aa1a7e45332",
        }),
      ]);
    const ids = [await plan(file("Anton Admin", "ZA-1"))];
    await admin.run(ids[0] ?? "");
    for (const [name, key] of [
      ["Zoe Admin", "ZB-1"],
      ["Anton Admin", "ZC-1"],
    ] as const) {
      const id = await plan(file(name, key));
      await admin.run(id);
      ids.unshift(id);
    }
    const assignees = await Promise.all(
      ["ZA-1", "ZB-1", "ZC-1", "ZA-1 b", "ZB-1 b"].map(async (title) => (await titled(ana, title))?.assignee),
    );
    const [one, other, third, global, same] = assignees.map((person) => person?.id);
    expect(assignees.slice(0, 3).map((person) => person?.name)).toEqual([
      "Anton Admin",
      "Zoe Admin",
      "Anton Admin",
    ]);
    expect(third).toBe(one);
    expect(other).not.toBe(one);
    expect(same).toBe(global);
    for (const id of ids) await admin.undo(id);
  });

  test("leaves out the comments of a CSV file unless a person has chosen them, and adds no state for them", async () => {
    const file = csv([
      heading,
      issue({ Summary: "Doubtful", Comment: "24/Sep/21 2:30 PM;x;who may read it" }),
    ]);
    const id = await admin.planFile("jira", "issues.csv", file);
    expect((await admin.run(id)).made).toMatchObject({ tasks: 1, record_left_out: 1 });
    expect(await kindsOf(id)).toMatchObject({ comment_readers_unknown: 1 });
    expect(await kindsOf(id)).not.toHaveProperty("difference");
    expect(await commentsOf(ana, (await titled(ana, "Doubtful"))?.id)).toEqual([]);
    const chosen = await plan(file);
    expect((await admin.run(chosen)).made).toMatchObject({ comments: 1 });
    expect(await commentsOf(ana, (await titled(ana, "Doubtful"))?.id)).toHaveLength(1);
    await admin.undo(chosen);
    await admin.undo(id);
  });

  test("shows restricted issues and comments to nobody, and counts them as explained", async () => {
    const item = (key: string, more: string) =>
      `<item><key id="${key}0">${key}</key><project id="1" key="HR">People</project><summary>Sum of ${key}</summary><status>Open</status>
       <reporter username="ana@jira.test">Ana</reporter><created>Fri, 24 Sep 2021 14:22:15 -0700</created>${more}</item>`;
    const id = await plan(
      `<rss><channel>${item("HR-1", '<security id="1">Board only</security>')}${item("HR-2", '<comments><comment id="1" author="x" grouplevel="hr-only">secret</comment></comments>')}</channel></rss>`,
      "search.xml",
    );
    expect((await admin.run(id)).made).toMatchObject({
      tasks: 1,
      issue_restricted: 1,
      comment_restricted: 1,
    });
    expect(await kindsOf(id)).toMatchObject({ issue_restricted: 1, comment_restricted: 1 });
    expect(await kindsOf(id)).not.toHaveProperty("difference");
    expect(await titled(ana, "Sum of HR-1")).toBeUndefined();
    expect(await commentsOf(ana, (await titled(ana, "Sum of HR-2"))?.id)).toEqual([]);
    const { rows } = await sql`SELECT FROM tasks WHERE title = 'Sum of HR-1' UNION ALL
      SELECT FROM comments WHERE content ~ 'secret'`.execute(server.db);
    expect(rows).toHaveLength(0);
    await admin.undo(id);
  });

  test("lists who only watches an issue, so that they can be confirmed, and sets its start", async () => {
    const own = [
      "Summary",
      "Issue key",
      "Status",
      "Created",
      "Due date",
      "Watchers",
      "Watchers Id",
      "Custom field (Start date)",
    ];
    const id = await plan(
      csv([
        own,
        ["Watched", "WA-1", "Open", "2021-09-24 10:00", "2031-02-03", "Wanda", "w-1", "2031-01-05"],
        ["Late", "WA-2", "Open", "2021-09-24 10:00", "2031-02-03", "Wanda", "w-1", "2031-03-05"],
      ]),
    );
    expect((await admin.people(id)).map(({ key }) => key)).toContain("w-1");
    await admin.choosePerson(id, "w-1", bea?.id ?? "");
    await admin.run(id);
    expect(await titled(bea, "Watched")).toMatchObject({
      startsOn: "2031-01-05",
      due: { date: "2031-02-03" },
    });
    expect(await titled(bea, "Late")).toMatchObject({ startsOn: null });
    expect(await kindsOf(id)).toMatchObject({ start_after_due: 1 });
    await admin.undo(id);
  });

  test("refuses a table of something else, with the reason", async () => {
    const id = await admin.upload(Buffer.from("Name,Mail\nA,b@c.test"), "jira", "people.csv");
    expect((await admin.until(id, "failed")).failure).toMatch(/not an export of Jira/);
  });
});

test.each([
  ["2021-09-24 14:22", "2021-09-24T14:22:00.000Z"],
  ["2021-09-24T14:22:15.000+0200", "2021-09-24T12:22:15.000Z"],
  ["24/Sep/21 12:05 AM", "2021-09-24T00:05:00.000Z"],
  ["Sep 24, 2021, 2:22 PM", "2021-09-24T14:22:00.000Z"],
  ["24.09.2021 14:22", "2021-09-24T14:22:00.000Z"],
  ["24/Foo/21", undefined],
  ["soon", undefined],
])("reads %s as a date of Jira", (text, date) => {
  expect(readDate(text)?.toISOString()).toBe(date);
});

describe("wiki markup", () => {
  const markdown = (text: string) =>
    fromMarkup(text)
      .map((part) => (typeof part === "string" ? part : `<${part.person}>`))
      .join("");

  test.each([
    ["h1. Title", "# Title"],
    ["a *bold* and _it_ and -gone- 1 - 2", "a **bold** and _it_ and ~~gone~~ 1 - 2"],
    ["* one\n** two\n# three", "- one\n   - two\n1. three"],
    [
      "[text|https://example.org/a] [bad|javascript:alert(1)]",
      "[text](https://example.org/a) bad (javascript:alert(1))",
    ],
    ["[~ana] {{x*y*}} !pic.png|thumbnail!", "@<ana> `x*y*` 📎 pic.png"],
    ["{quote}\nsaid\n{quote}\nafter", "\n> said\n\nafter"],
    ["||A||B||\n|1|[a|https://b.c]|", "| A | B |\n| --- | --- |\n| 1 | [a](https://b.c) |"],
    ["{noformat}*raw*{noformat}", "`*raw*`"],
    ["{code}no end", "{code}no end"],
  ])("%j becomes Markdown", (text, expected) => {
    expect(markdown(text)).toBe(expected);
  });

  test("takes time that grows with the length only", () => {
    for (const text of ["*a ", "[a|", "{code}", "!a", "{quote}", "|a", "-a ", "{{"])
      expect(markdown(text.repeat(200_000 / text.length)).length).toBeLessThan(1_000_000);
  });
});
