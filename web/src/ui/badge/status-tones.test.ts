import { announcementStates, readerStates } from "@atoll/contract/announcements/limits";
import { givenSections } from "@atoll/contract/cards/sections/all";
import { ideaStatuses } from "@atoll/contract/ideas/limits";
import { importOutcomes } from "@atoll/contract/knowledge/transfer-limits";
import { onboardingStates, pathStates } from "@atoll/contract/onboarding/limits";
import { stateTones } from "@atoll/contract/state-tones";
import { expect, test } from "vitest";
import { statusTones } from "./status-tones.ts";

test("names a tone for every state of the contract", () => {
  const states = {
    announcement: announcementStates,
    chosen: stateTones,
    reader: readerStates,
    idea: ideaStatuses,
    knowledgeImport: importOutcomes,
    onboarding: onboardingStates,
    path: pathStates,
  } as const;
  for (const [kind, names] of Object.entries(states) as [keyof typeof states, readonly string[]][])
    expect(Object.keys(statusTones[kind]).toSorted(), kind).toEqual([...names].toSorted());
});

test("shows what has failed or is down as an error, and never in grey", () => {
  const grey = new Set(["secondary", "outline"]);
  for (const [kind, tones] of Object.entries(statusTones))
    for (const [state, tone] of Object.entries<string>(tones)) {
      if (/fail|firing|wrong|down/.test(state)) expect(tone, `${kind} ${state}`).toBe("error");
      if (/stopped|no_data|left_out/.test(state)) expect(grey.has(tone), `${kind} ${state}`).toBe(false);
    }
  const reporting = Object.values(givenSections)
    .flat()
    .filter(({ options }) => options?.hooks)
    .flatMap(({ stages }) => stages);
  const pressing = reporting.filter(({ id }) => /fail|firing|acknowledged|no_data/.test(id));
  expect(pressing.map(({ id }) => id).toSorted()).toEqual([
    "acknowledged",
    "failed",
    "failing",
    "firing",
    "no_data",
  ]);
  for (const { id } of pressing) expect(statusTones.reportedStage, id).toHaveProperty(id);
});
