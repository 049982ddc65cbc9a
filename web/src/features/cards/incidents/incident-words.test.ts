import type { IncidentEntry } from "@atoll/contract/cards/incident-schemas";
import { expect, test } from "vitest";
import { entryWords, spanWords } from "./incident-words.ts";

const names = { person: (id: string) => `<${id}>`, alert: (id: string) => `[${id}]` };
const say = (kind: IncidentEntry["kind"], before: string | null, after: string | null) =>
  entryWords({ id: "1", kind, at: "", personId: "dev", before, after, text: "" }, names);

test.each<[IncidentEntry["kind"], string | null, string | null, string]>([
  ["state", "investigating", "identified", "moved it to Identified"],
  ["state", "monitoring", "resolved", "resolved the incident"],
  ["state", "resolved", "investigating", "reopened the incident"],
  ["severity", "High", null, "removed the severity"],
  ["effect", "none", "down", "set the effect to “Down”"],
  ["services", "", "checkout", "set the affected services to checkout"],
  ["services", "checkout", "", "removed the affected services"],
  ["commander", null, "dev", "took the role Commander"],
  ["commander", "dev", "sam", "made <sam> Commander"],
  ["communications", "sam", null, "removed <sam> as Communications"],
  ["unlinked", "a1", null, "removed the alert “[a1]”"],
])("says a change of %s from %s to %s", (kind, before, after, words) => {
  expect(say(kind, before, after)).toBe(words);
});

test.each([
  ["2026-11-30T09:47:59Z", "47 min"],
  ["2026-11-30T12:05:00Z", "3 h 5 min"],
  ["2026-12-02T13:00:00Z", "2 d 4 h"],
  ["2026-11-30T08:00:00Z", "0 min"],
])("writes the time until %s as %s", (until, words) => {
  expect(spanWords("2026-11-30T09:00:00Z", until)).toBe(words);
});
