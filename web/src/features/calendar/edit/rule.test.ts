import { expect, it } from "vitest";
import { readRule, ruleWords, writeRule } from "./rule.ts";

const day = "2026-11-20";

it("says rules in words", () => {
  const said = (rule: string) => ruleWords(rule, day);
  expect(said("FREQ=DAILY")).toBe("Every day");
  expect(said("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")).toBe("Every weekday");
  expect(said("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;COUNT=10")).toBe(
    "Every 2 weeks on Monday and Thursday, 10 times",
  );
  expect(said("FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20270601T120000Z")).toBe(
    "Every month on the last Friday, until Tue, 1 Jun 2027",
  );
  expect(said("FREQ=YEARLY")).toBe("Every year on 20 Nov");
  expect(said("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1")).toBe("By a rule of its own");
});

it("writes the same rule that it reads", () => {
  for (const rule of [
    "FREQ=DAILY;INTERVAL=3",
    "FREQ=WEEKLY;BYDAY=MO,FR;COUNT=4",
    "FREQ=MONTHLY;BYDAY=-1FR",
    "FREQ=MONTHLY;BYDAY=3FR;UNTIL=20270601T235959",
    "FREQ=YEARLY",
  ]) {
    const choice = readRule(rule);
    expect(choice && writeRule(choice, day)).toBe(rule);
  }
});
