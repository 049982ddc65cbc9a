import { expect, test } from "vitest";
import { findLinked } from "./find-linked.ts";

const origin = "https://work.example";
const find = (...texts: string[]) => findLinked(texts, origin);

test("finds the pages of the workspace, each once, with the words of its link", () => {
  expect(
    find(
      `The steps are in [Hotfix during a freeze](/knowledge-base/sop/hotfix), see ${origin}/announcements?id=7.`,
      `Again: ${origin}/knowledge-base/sop/hotfix and [the news](${origin}/announcements?id=7)`,
    ),
  ).toEqual([
    { path: "/knowledge-base/sop/hotfix", label: "Hotfix during a freeze" },
    { path: "/announcements?id=7", label: "the news" },
  ]);
});

test("leaves out other hosts, files and what only looks like an address of the workspace", () => {
  const strange = [
    "//evil.example/x",
    "/\\evil.example",
    "javascript:alert(1)",
    "https://evil.example/tasks",
  ];
  expect(find(...strange.map((target) => `[here](${target})`), `${origin}/api/files/1`, origin)).toEqual([]);
});

test("is bounded for a text of brackets only", () => {
  expect(find("[".repeat(20_000), "[a](".repeat(5_000))).toEqual([]);
  expect(find(Array.from({ length: 50 }, (_, at) => `[${at}](/tasks/${at})`).join(" "))).toHaveLength(8);
});
