import { expect, test } from "vitest";
import { compareWords } from "./compare-words.ts";

const text = (body: string) => ({ title: "Rollback", summary: "", body });
const compare = (before: string, after: string) => compareWords(text(before), text(after));
const said = (before: string, after: string) =>
  compare(before, after).blocks.map(({ runs }) =>
    runs.map(({ kind, text }) => ({ same: text, added: `+${text}`, removed: `-${text}` })[kind]).join("|"),
  );

test("shows only the paragraphs that differ, by their words", () => {
  const before = "Check first.\n\nBilling needs Kofi or a second approver.\n\nEnd.";
  const after = "Check first.\n\nBilling needs a second approver.\n\nEnd.\n\nOne more.";
  expect(said(before, after)).toEqual(["Billing needs |-Kofi or |a second approver.", "+One more."]);
  expect(compare(before, after)).toMatchObject({ added: 2, removed: 2 });
});

test("reports no change for equal texts, and everything for unrelated ones", () => {
  expect(said("Same", "Same\n\n\n")).toEqual([]);
  expect(said("", "New")).toEqual(["+New"]);
  expect(said("Old", "")).toEqual(["-Old"]);
});

test("names the step of each change, whatever steps came before it", () => {
  const step = (id: string, title: string, words: string) => `:::step{#${id}}\n${title}\n\n${words}\n:::`;
  const [check, move] = [step("a", "Check", "Look twice."), step("b", "Move", "Wait for the probes.")];
  const before = `${check}\n\n${move}`;
  const after = `${step("c", "Tell people", "Post it.")}\n\n${check}\n\n${move.replace("the probes", "two probes")}`;
  expect(compare(before, after)).toMatchObject({
    steps: 2,
    blocks: [{ place: "Step 1" }, { place: "Step 1" }, { place: "Step 3" }],
  });
  expect(compare(before, check)).toMatchObject({
    steps: 1,
    blocks: [{ place: "Step 2" }, { place: "Step 2" }],
  });
  expect(compare(before, `${move}\n\n${check}`).blocks).not.toHaveLength(0);
});

test("shows a callout that became a warning, with the words that it has in both", () => {
  const callout = (tone: string) => `:::${tone}\nMind the gap.\n:::`;
  expect(compare(callout("note"), callout("warning")).blocks).toMatchObject([
    { place: "Warning", runs: [{ kind: "same", text: "Mind the gap." }] },
  ]);
});

test("names toggles as the place of a change in them", () => {
  const toggle = (title: string, text: string) => `:::toggle\n${title}\n\n${text}\n:::`;
  expect(compare(toggle("## Line", "Old"), toggle("## Line", "New")).blocks).toMatchObject([
    { place: "Toggle" },
  ]);
  expect(compare(toggle("Line", "Same"), toggle("Other", "Same")).blocks).toHaveLength(1);
  expect(compare("Line\n\nSame", toggle("Line", "Same")).blocks).not.toHaveLength(0);
});

test("compares title and summary, and the addresses of links and images", () => {
  const { blocks } = compareWords(
    { title: "Rollback", summary: "Go back.", body: "See [the list](https://a.example/)." },
    { title: "Roll back", summary: "Go back.", body: "See [the list](https://b.example/)." },
  );
  expect(blocks.map(({ place }) => place)).toEqual(["Title", undefined]);
  const image = (last: number) => `![quay](file:00000000-0000-7000-8000-00000000000${last})`;
  expect(compare(image(1), image(2)).blocks).toHaveLength(1);
});

test("compares long unrelated texts without comparing every word", () => {
  const words = (word: string) => Array.from({ length: 9000 }, (_, index) => `${word}${index}`).join(" ");
  expect(compare(words("a"), words("b"))).toMatchObject({ added: 9000, removed: 9000 });
});
