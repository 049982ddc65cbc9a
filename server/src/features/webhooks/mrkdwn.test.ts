import { messageMaxLength } from "@atoll/contract/chat/limits";
import { describe, expect, test } from "vitest";
import { mrkdwnToMarkdown } from "./mrkdwn.ts";
import { cutMessage, toMarkdown } from "./to-markdown.ts";

const ada = "0198c0de-0000-7000-8000-000000000001";
const rules = { nameOf: (id: string) => (id === ada ? "Ada Quay" : undefined), mayCallAll: false };

describe("Slack's mrkdwn", () => {
  test.each([
    ["*bold*, _it_, ~gone~ and `*code*`", "**bold**, _it_, ~~gone~~ and `*code*`"],
    ["2*3*4 and a ~ b", "2*3*4 and a ~ b"],
    [
      "see <https://ci.example/1|build #1> or <https://ci.example>",
      "see [build #1](https://ci.example/1) or https://ci.example",
    ],
    ["<javascript:alert(1)|click> &lt;b&gt; &amp;amp;", "click <b> &amp;"],
    ["<https://x.example/a(b)|a [b]>", "[a (b)](https://x.example/a%28b%29)"],
    ["<mailto:ops@example.com|ops>", "[ops](mailto:ops@example.com)"],
    [`<@${ada}> and <@U012AB3CD|eve>`, "@Ada Quay and eve"],
    ["<!channel> <!subteam^S1|@admins> <!date^139^{date}|Tuesday>", "channel admins Tuesday"],
    ["```\nif (a < b) *x*\n```", "\n```\nif (a < b) *x*\n```\n"],
    ["**kept** *as* it is", "**kept** *as* it is"],
  ])("%s", (text, markdown) => {
    expect(mrkdwnToMarkdown(text, rules)).toBe(markdown);
  });

  test("calls everyone only where the webhook may", () => {
    expect(mrkdwnToMarkdown("<!here> down", { ...rules, mayCallAll: true })).toBe("@here down");
  });

  test.each([
    "*a ".repeat(60_000),
    "<".repeat(200_000),
    "`".repeat(200_000),
    "~*_<|".repeat(40_000),
    "@".repeat(32_000),
  ])("is read in linear time: %.6s…", (text) => {
    // A quadratic reader would take minutes, and the test would time out.
    expect(mrkdwnToMarkdown(text, rules).length).toBeGreaterThan(0);
  });
});

describe("blocks and attachments", () => {
  test("become Markdown: headers, sections with fields, lists, links of buttons, images as links", () => {
    const blocks = [
      { type: "header", text: { type: "plain_text", text: "Deploy *failed*" } },
      {
        type: "section",
        text: { type: "mrkdwn", text: "*api* on <https://ci.example/7|#7>" },
        fields: [
          { type: "mrkdwn", text: "*Env:* prod" },
          { type: "plain_text", text: "by ada" },
        ],
      },
      { type: "divider" },
      {
        type: "context",
        elements: [
          { type: "image", alt_text: "logo" },
          { type: "mrkdwn", text: "_2 min_" },
        ],
      },
      {
        type: "rich_text",
        elements: [
          {
            type: "rich_text_list",
            style: "ordered",
            elements: [
              { type: "rich_text_section", elements: [{ type: "text", text: "one", style: { bold: true } }] },
              {
                type: "rich_text_section",
                elements: [{ type: "link", url: "https://x.example", text: "two" }],
              },
            ],
          },
          { type: "rich_text_preformatted", elements: [{ type: "text", text: "stack ``` trace" }] },
        ],
      },
      {
        type: "actions",
        elements: [
          { type: "button", text: { type: "plain_text", text: "Logs" }, url: "https://ci.example/log" },
          { type: "button", text: { type: "plain_text", text: "Approve" }, value: "yes" },
        ],
      },
      { type: "image", image_url: "https://x.example/graph.png", alt_text: "Graph" },
    ];
    expect(toMarkdown({ text: "not shown", blocks }, rules)).toBe(
      [
        "**Deploy failed**",
        "",
        "**api** on [#7](https://ci.example/7)",
        "**Env:** prod",
        "by ada",
        "",
        "---",
        "",
        "logo · _2 min_",
        "",
        "1. **one**",
        "2. [two](https://x.example)",
        "```",
        "stack ''' trace",
        "```",
        "",
        "[Logs](https://ci.example/log)",
        "",
        "[Graph](https://x.example/graph.png)",
      ].join("\n"),
    );
  });

  test("stand below the text, with a sign for the colour, and use the fallback only if nothing else is there", () => {
    const payload = {
      text: "Alert",
      attachments: [
        {
          color: "#D63232",
          title: "[FIRING:1] Disk full",
          title_link: "https://grafana.example/alert/1",
          text: "Value: 97",
          fields: [{ title: "Host", value: "db-1", short: true }],
          footer: "Grafana v12",
          fallback: "not shown",
        },
        { color: "good", fallback: "All is *well*" },
      ],
    };
    expect(toMarkdown(payload, rules)).toBe(
      [
        "Alert",
        "",
        "> 🔴 [(FIRING:1) Disk full](https://grafana.example/alert/1)",
        "> Value: 97",
        "> **Host:** db-1",
        "> _Grafana v12_",
        "",
        "> 🟢 All is **well**",
      ].join("\n"),
    );
  });

  test("are left out if they have wrong types, unknown kinds or endless lists", () => {
    expect(toMarkdown({ text: 7, blocks: "no", attachments: [null, 3, [], { fields: [{}] }] }, rules)).toBe(
      "7",
    );
    const list = (depth: number): unknown => ({
      type: "rich_text_list",
      elements:
        depth === 0
          ? []
          : [list(depth - 1), { type: "rich_text_section", elements: [{ type: "text", text: `d${depth}` }] }],
    });
    const deep = toMarkdown({ blocks: [{ type: "rich_text", elements: [list(90)] }] }, rules);
    expect(deep).toContain("d90");
    expect(deep).not.toContain("d50");
    const many = { blocks: Array.from({ length: 5_000 }, () => ({ type: "divider" })) };
    expect(toMarkdown(many, rules).length).toBeLessThan(2_000);
  });
});

test("a long message is cut to what a message may have", () => {
  const cut = cutMessage("line 🌊\n".repeat(2_000));
  expect(cut.length).toBeLessThanOrEqual(messageMaxLength);
  expect(cut.endsWith("… (cut)")).toBe(true);
  expect(cut.isWellFormed()).toBe(true);
  expect(cutMessage("short")).toBe("short");
});

test("no more is read of a delivery than a message can show", () => {
  const text = "a *b* <https://x.example|y> `c` ".repeat(1_000);
  const blocks = Array.from({ length: 90 }, () => ({ type: "section", text: { type: "mrkdwn", text } }));
  const attachments = Array.from({ length: 90 }, () => ({ text, blocks }));
  const markdown = toMarkdown({ attachments }, rules);
  expect(markdown.length).toBeGreaterThan(messageMaxLength);
  expect(markdown.length).toBeLessThan(4 * messageMaxLength);
});
