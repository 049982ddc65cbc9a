import { type Incident, type IncidentEntry, reportTextsSchema } from "@atoll/contract/cards/incident-schemas";
import { expect, test } from "vitest";
import { reportTemplate } from "./report-template.ts";

const incident: Incident = {
  ...{ id: "1", typeId: "2", number: 41, title: "Checkout fails", severity: "High", services: ["checkout"] },
  ...{ effect: "down", state: "resolved", commanderId: "dev", operationsId: null, communicationsId: null },
  ...{ openedById: "dev", openedAt: "2026-11-30T09:00:00Z", resolvedAt: "2026-11-30T09:47:00Z" },
};
const entry = (kind: IncidentEntry["kind"], more: Partial<IncidentEntry> = {}): IncidentEntry => ({
  ...{ id: kind, kind, at: "2026-11-30T09:01:00Z", personId: "dev", before: null, after: null, text: "" },
  ...more,
});

test("the template of a report has the times, the effect and the main lines of the timeline", () => {
  const entries = [
    entry("opened"),
    entry("linked", { after: "a1" }),
    entry("update", { text: "We look\ninto it." }),
    entry("state", { before: "investigating", after: "resolved", personId: null }),
  ];
  const { summary, impact, cause } = reportTemplate({ incident, entries, alerts: [] }, () => "Dev");
  expect(summary).toMatch(/^INC-41, Checkout fails, was opened at .* after 47 min\. Severity: High\.\n/);
  expect(
    summary
      .split("\n")
      .filter((line) => line.startsWith("- "))
      .map((line) => line.replace(/^.*?: /, "")),
  ).toEqual([
    "Dev opened the incident",
    "Dev wrote in an update: We look into it.",
    "Someone resolved the incident",
  ]);
  expect(impact).toBe("Affected services: checkout.\nEffect on people: down.");
  expect(cause).toBe("");
});

test("the template of a long timeline has its start and its end, and room in the summary", () => {
  const entries = Array.from({ length: 100 }, (_, index) =>
    entry("update", { text: `${index} ${"long ".repeat(190)}` }),
  );
  const { summary } = reportTemplate({ incident, entries, alerts: [] }, () => "Dev");
  expect(reportTextsSchema.shape.summary.safeParse(summary).success).toBe(true);
  const lines = summary.split("\n").filter((line) => line.startsWith("- "));
  expect(lines).toHaveLength(41);
  expect(lines[0]).toContain("update: 0 long");
  expect(lines[20]).toBe("- (60 more lines)");
  expect(lines.at(-1)).toContain("update: 99 long");
});
