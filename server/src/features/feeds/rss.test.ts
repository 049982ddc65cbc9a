import { expect, test } from "vitest";
import { writeRss, xmlText } from "./rss.ts";

const entry = {
  id: "0198f6a2-7c1e-7d10-9c55-2b6d3d1d8a41",
  title: "News",
  text: "",
  at: new Date("2026-11-29T18:00:00Z"),
  version: 1,
  path: "/knowledge-base/faq?answer=1&x=2",
  area: "knowledge" as const,
};
const write = (change: Partial<typeof entry>, title = "Feed") =>
  writeRss({ title, origin: "https://atoll.example.com", entries: [{ ...entry, ...change }] });

test("escapes markup in texts, and replaces what XML refuses", () => {
  expect(xmlText(`]]> <a href="x">'&'</a>`)).toBe(
    "]]&gt; &lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;",
  );
  expect(xmlText("a\u0000b\u000Bc\uD800d\uDC00e\uFFFEf\uFFFFg\u001B")).toBe(
    "a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf\uFFFDg\uFFFD",
  );
  expect(xmlText("tab\tline\r\n🏝 ü")).toBe("tab\tline\r\n🏝 ü");
});

test("shows HTML in a text as words, escaped for the reader's HTML and for XML", async () => {
  const rss = await write({ text: "**Bold** <script>alert(1)</script>\nnext\n\nLast ]]>" });
  expect(rss).toContain(
    "<description>&lt;p&gt;Bold &amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;&lt;br&gt;next&lt;/p&gt;&lt;p&gt;Last ]]&amp;gt;&lt;/p&gt;</description>",
  );
});

test("gives each entry an absolute link, a stable ID and a date as in RFC 822", async () => {
  const rss = await write({ title: "A & B" }, "R&D");
  expect(rss).toContain("<title>R&amp;D</title>");
  expect(rss).toContain(
    '<link>https://atoll.example.com/knowledge-base/faq?answer=1&amp;x=2</link>\n<guid isPermaLink="false">urn:uuid:0198f6a2-7c1e-7d10-9c55-2b6d3d1d8a41</guid>\n<pubDate>Sun, 29 Nov 2026 18:00:00 GMT</pubDate>',
  );
});

test("cuts a long text between characters, and says so", async () => {
  const rss = await write({ text: "🏝".repeat(1001) });
  expect(rss).toContain(`&lt;p&gt;${"🏝".repeat(1000)}…&lt;/p&gt;`);
});
