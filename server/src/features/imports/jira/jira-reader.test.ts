import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { matchImportedFields } from "../../tasks/public.ts";
import type { Archive } from "../archive/open-archive.ts";
import { isSamePrint, printOf } from "../archive/prints.ts";
import type { SourceRecord } from "../archive/records.ts";
import { dateOrderFinder, dayOf, readDate } from "../issues/dates.ts";
import { fromHtml } from "../issues/html.ts";
import { jiraReader } from "./jira-reader.ts";

/** Reads files as if they had been uploaded together. */
async function read(files: Record<string, string | Buffer>) {
  const archive = {
    ...{ paths: Object.keys(files), leftOut: [], assertWhole: () => undefined, sizeOf: () => 1 },
    read: async (path: string) => Readable.from([Buffer.from(files[path] ?? "")]),
  } as unknown as Archive;
  const survey = await jiraReader.survey(archive, new AbortController().signal);
  const records: SourceRecord[] = [];
  for (const unit of survey.units.filter(({ paths }) => paths.length > 0))
    for await (const record of jiraReader.readUnit(archive, unit))
      records.push(typeof record === "function" ? await record() : record);
  const tasks = records.flatMap((record) => ("task" in record ? record.task : []));
  return {
    ...{ survey, records, tasks },
    task: (title: string) => tasks.find((task) => task.title === title),
    comments: records.flatMap((record) => ("comment" in record ? record.comment : [])),
    lines: survey.lines.map(({ kind, detail }) => [kind, detail]),
  };
}

const csv = (...rows: string[][]) => rows.map((row) => row.map((cell) => `"${cell}"`).join(",")).join("\n");
const xml = (...items: string[]) => `<rss><channel>${items.join("")}</channel></rss>`;

describe("the reader of Jira", () => {
  test("finds the parent of a sub-task in another file that was uploaded with it, by its number, too", async () => {
    const { task, lines, records } = await read({
      "b.csv": csv(["Summary", "Issue key", "Issue id", "Status"], ["Whole", "P-1", "1", "Open"]),
      "a.csv": csv(
        ["Summary", "Issue key", "Parent id", "Issue Type", "Outward issue link (Blocks)"],
        ["Part", "P-2", "1", "Sub-task", "P-1"],
        ["Lost", "P-3", "99", "Sub-task", ""],
      ),
    });
    expect(task("Part")?.parentKey).toBe("issue/P-1");
    expect(task("Lost")).toMatchObject({
      parentKey: null,
      notes: expect.arrayContaining(["parent_missing"]),
    });
    const kinds = records.map((record) => Object.keys(record)[1]);
    expect(kinds).toEqual(["task", "task", "task", "dependency"]);
    expect(lines).toEqual([]);
  });

  test("gives a whole its own time only, and people the time that they have worked", async () => {
    const { task } = await read({
      "a.csv": csv(
        ["Summary", "Issue key", "Status", "Time Spent", "Σ Time Spent", "Σ Original Estimate", "Log Work"],
        ["Whole", "P-1", "Open", "", "7200", "600", ""],
        ["Part", "P-2", "Open", "7200", "7200", "", "Secret; why;24/Sep/21 2:22 PM;ana;3600"],
      ),
    });
    expect(task("Whole")).toMatchObject({ spentMinutes: 0, estimateMinutes: 10 });
    expect(task("Part")).toMatchObject({
      spentMinutes: 60,
      worked: [{ person: "ana", minutes: 60, at: new Date("2021-09-24T14:22:00Z") }],
    });
    expect(JSON.stringify(task("Part"))).not.toContain("Secret");
  });

  test("pairs watchers with their IDs, knows who is only mentioned or watches, and takes no other words for people", async () => {
    const { task, survey } = await read({
      "a.csv": csv(
        [
          "Summary",
          "Issue key",
          "Status",
          "Watchers",
          "Watchers",
          "Watchers Id",
          "Watchers Id",
          "Description",
        ],
        ["T", "P-1", "Open", "Ann", "Bob", "", "b-id", "[~b-id] and [~nobody knows]"],
      ),
    });
    expect(task("T")?.watchers).toEqual(["Ann", "b-id"]);
    expect(task("T")?.description.filter((part) => typeof part === "object")).toEqual([{ person: "b-id" }]);
    expect(
      task("T")
        ?.description.map((part) => (typeof part === "string" ? part : "B"))
        .join(""),
    ).toBe("@B and @nobody knows");
    expect(survey.people.map(({ key, name }) => [key, name])).toEqual([
      ["unknown", "Unknown person"],
      ["Ann", "Ann"],
      ["b-id", "Bob"],
    ]);
  });

  test("names columns that it does not read, and keeps the whole of a comment that has semicolons and no date", async () => {
    const { comments, lines } = await read({
      "a.csv": csv(
        ["Summary", "Issue key", "Status", "Created", "Votes", "Empty", "Comment", "Comment"],
        [
          "T",
          "P-1",
          "Open",
          "9/24/21",
          "3",
          "",
          "Deploy 3 servers; restart; check",
          "9/24/21 2:22 PM;ana;a;b",
        ],
      ),
    });
    expect(comments.map(({ text, author }) => [text.join(""), author])).toEqual([
      ["Deploy 3 servers; restart; check", "unknown"],
      ["a;b", "ana"],
    ]);
    expect(lines).toEqual([
      ["column_unread", "a.csv: votes"],
      ["comment_readers_unknown", "a.csv"],
    ]);
  });

  test("knows a comment again when another time zone or another format writes it", async () => {
    const at = (time: string) =>
      csv(
        ["Summary", "Issue key", "Status", "Comment"],
        ["T", "P-1", "Open", `${time};ana;Is *bold* & [here|https://a.b]`],
      );
    const keys = [
      await read({ "a.csv": at("24/Sep/21 2:22 PM") }),
      await read({ "a.csv": at("24/Sep/21 11:22 PM") }),
      await read({
        "a.xml": xml(
          `<item><key id="1">P-1</key><summary>T</summary><comments><comment id="7" author="5b" created="Fri, 24 Sep 2021 14:22:15 -0700">&lt;p&gt;Is &lt;b&gt;bold&lt;/b&gt; &amp;amp; &lt;a href="https://a.b"&gt;here&lt;/a&gt;&lt;/p&gt;</comment></comments></item>`,
        ),
      }),
    ].flatMap(({ comments }) => comments.map(({ key }) => key));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test("keeps a file in UTF-8 despite a damaged place, and dates nothing in 1970", async () => {
    const text = csv(
      ["Summary", "Issue key", "Status", "Created"],
      ["Küche", "P-1", "Open", "soon"],
      ["Öl", "P-2", "x", ""],
    );
    const broken = Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 0x0a])]);
    const { tasks, lines } = await read({ "a.csv": broken });
    expect(tasks[0]?.title).toBe("Küche");
    expect(Math.min(...tasks.map(({ at }) => at.getUTCFullYear()))).toBeGreaterThan(2020);
    expect(lines).toEqual([
      ["file_bytes", "a.csv"],
      ["dates_unread", "a.csv: soon"],
    ]);
    expect((await read({ "a.csv": `${text}\ufffd\ufffd` })).lines.map(([kind]) => kind)).toEqual([
      "dates_unread",
    ]);
    expect((await read({ "a.csv": Buffer.from(text, "latin1") })).tasks[0]?.title).toBe("Küche");
  });

  test("leaves out what only some people may read, and does not name it elsewhere", async () => {
    const item = (key: string, more: string) =>
      `<item><key id="${key}0">${key}</key><summary>Sum of ${key}</summary><status>Open</status>${more}</item>`;
    const { records, tasks } = await read({
      "a.xml": xml(
        item(
          "P-1",
          '<security id="1">Board only</security><comments><comment id="1" created="x">in it</comment></comments>',
        ),
        item("P-2", '<parent id="P-10">P-1</parent>'),
        item(
          "P-3",
          `<comments><comment id="2" grouplevel="hr">one</comment><comment id="3" rolelevel="Admins">two</comment>
           <comment id="4" created="Fri, 24 Sep 2021 14:22:15 -0700"  >three</comment></comments>
           <issuelinks><issuelinktype><name>Relates</name><outwardlinks><issuelink><issuekey>P-1</issuekey></issuelink></outwardlinks></issuelinktype></issuelinks>`,
        ),
      ),
      "b.csv": csv(
        ["Summary", "Issue key", "Status", "Security Level"],
        ["Sum of S-1", "S-1", "Open", "Staff"],
      ),
    });
    expect(tasks.map(({ title }) => title)).toEqual(["Sum of P-3"]);
    const skipped = records.flatMap((record) =>
      "skipped" in record ? [[record.skipped, record.detail]] : [],
    );
    expect(skipped.toSorted()).toEqual([
      ["comment_restricted", "P-1"],
      ["comment_restricted", "P-3"],
      ["comment_restricted", "P-3"],
      ["issue_restricted", "P-1"],
      ["issue_restricted", "P-2"],
      ["issue_restricted", "S-1"],
    ]);
    expect(JSON.stringify(records)).not.toMatch(/Sum of [PS]-[12]|in it|one|two/);
    expect(JSON.stringify(records)).toContain("three");
  });
});

describe("HTML of Jira", () => {
  const markdown = (html: string) =>
    fromHtml(html, (key) => key === "ana")
      .map((part) => (typeof part === "string" ? part : `<${part.person}>`))
      .join("");

  test.each([
    [
      '<div><pre class="code-java">if (a) {\n    b();\n}\n</pre></div>',
      "```java\nif (a) {\n    b();\n}\n```",
    ],
    ["<p>*no* # no_t _x_ [y] 2 * 3</p><p># no</p>", "\\*no\\* # no_t \\_x\\_ [y] 2 * 3\n\n\\# no"],
    ["<p>[no](https://a.b) C:\\dir ~x~</p>", "\\[no](https://a.b) C:\\dir \\~x\\~"],
    ['<img src="https://x.y/a.png"> <img src="/b.png" alt="B">', "[📎 a.png](https://x.y/a.png) 📎 B"],
    [
      "<table><tr><th>a</th><th>b|c</th></tr><tr><td>1<br/>2</td><td><b>x</b></td></tr></table>",
      "| a | b\\|c |\n| --- | --- |\n| 1 2 | **x** |",
    ],
    [
      "<ul><li>a<ul><li>b</li></ul></li></ul><ol><li>c<pre>d\n e</pre></li></ol>",
      "- a\n  - b\n\n1. c\n   ```\n   d\n    e\n   ```",
    ],
    ["<blockquote><p>a</p><p>b</p></blockquote><h2>T</h2>", "> a\n>\n> b\n\n## T"],
    ['<a class="user-hover" rel="ana">A</a> <a class="user-hover" rel="x">X</a>', "@<ana> @X"],
    [
      '<a href="javascript:a()">a</a> <a href="https://a.b/_c_">d</a><script>x</script>',
      "a [d](https://a.b/_c_)",
    ],
  ])("%j becomes Markdown", (html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  test("is read to its end", () => {
    expect(markdown(`<p>${"word ".repeat(40_000)}END</p>`)).toMatch(/END$/);
  });

  test("takes time that grows with the length only", () => {
    for (const text of ["<a ", "<!--", "<b>", "<ul><li>", "<table><tr><td>", "<blockquote>", "&#", "["])
      expect(markdown(text.repeat(400_000 / text.length)).length).toBeLessThan(2_000_000);
  });
});

describe("dates of Jira", () => {
  test.each([
    ["24/Mai/21 2:22 PM", "2021-05-24T14:22:00.000Z"],
    ["24/Okt/21", "2021-10-24T00:00:00.000Z"],
    ["24/déc./2021 14:22", "2021-12-24T14:22:00.000Z"],
    ["24/09/2021 14:22", "2021-09-24T14:22:00.000Z"],
    ["2021/09/24", "2021-09-24T00:00:00.000Z"],
    ["2024-02-01 14:22:15.0", "2024-02-01T14:22:15.000Z"],
    ["31/Feb/21", undefined],
  ])("%s is read", (text, time) => {
    expect(readDate(text)?.toISOString()).toBe(time);
  });

  test.each([
    [["2/1/24 2:22 PM"], "2024-02-01"],
    [["2/1/24", "13/1/24"], "2024-01-02"],
    [["2/1/24", "1/13/24 10:00"], "2024-02-01"],
    [["2/1/24"], "2024-01-02"],
  ])("of %j have their day and month as the file has them", (dates, day) => {
    const finder = dateOrderFinder();
    for (const date of dates) finder.see(date);
    expect(dayOf(dates[0] ?? "", finder.order())).toBe(day);
  });

  test("with a zone keep the day that is written, wherever the server is", () => {
    expect(dayOf("Mon, 01 Feb 2024 00:00:00 +0100")).toBe("2024-02-01");
    expect(dayOf("2024-02-01T00:00:00.000+0100")).toBe("2024-02-01");
  });
});

test("tells issues with one key apart by when they were created, or by their title in another zone", () => {
  const print = (time: string, title: string) => printOf(new Date(time), title);
  const one = print("2021-09-24T14:22:15Z", "Salary round");
  expect(isSamePrint(one, print("2021-09-24T14:22:00Z", "Renamed"))).toBe(true);
  expect(isSamePrint(one, print("2021-09-24T23:22:00Z", "salary  Round"))).toBe(true);
  expect(isSamePrint(one, printOf(undefined, "Salary round"))).toBe(true);
  expect(isSamePrint(one, print("2021-09-24T23:22:00Z", "Printer"))).toBe(false);
  expect(isSamePrint(one, print("2021-10-24T14:22:00Z", "Salary round"))).toBe(false);
});

test("leaves a second value of a field for the description", () => {
  const field = { name: "team", label: "Team", kind: "text", isRetired: false } as never;
  const given = ["Red", "Red", "Blue"].map((value) => ({ label: "Team", kind: "text" as const, value }));
  expect(matchImportedFields([{ departmentId: null, version: 1, fields: [field] }], null, given)).toEqual({
    ...{ values: { team: "Red" }, left: [{ field: given[2], why: "value_unmatched" }] },
  });
});
