import { expect, it } from "vitest";
import { localTime } from "./local-time.ts";

it("shows a person's local time in the viewer's format, and nothing if it is unknown", () => {
  const now = new Date("2025-11-20T22:05:00.000Z");
  expect(localTime("Asia/Tokyo", now, { language: "en-GB", hours: "24" })).toBe("Fri 07:05");
  expect(localTime("Asia/Tokyo", now, { language: "en-US", hours: "12" })?.replace(/\s/g, " ")).toBe(
    "Fri 7:05 AM",
  );
  expect(localTime(null, now, { language: "en-GB", hours: "24" })).toBeNull();
});
