import { defaultWorkingHours as week } from "@atoll/contract/calendar/working-hours";
import { expect, test } from "vitest";
import { daysShown } from "../time/weeks.ts";
import { firstWorkday } from "./use-new-item.ts";

test("a new event in another week starts on a workday of that week", () => {
  const days = daysShown("week", "2026-12-05");
  expect(firstWorkday("2026-12-05", days, week)).toBe("2026-11-30");
  expect(firstWorkday("2026-12-03", days, week)).toBe("2026-12-03");
});

test("stays on a day off that is shown on its own", () => {
  expect(firstWorkday("2026-12-05", ["2026-12-05"], week)).toBe("2026-12-05");
});
