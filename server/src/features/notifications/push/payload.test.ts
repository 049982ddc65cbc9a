import { maxPushBytes } from "@atoll/contract/notifications/push-limits";
import fc from "fast-check";
import { expect, test } from "vitest";
import { payloadOf, type Shown } from "./payload.ts";

const shown: Shown = {
  title: "Ana mentioned you",
  body: "",
  link: "/inbox",
  tag: "1",
  version: "1",
  at: "2026-11-22T10:00:00.000Z",
  isSilent: false,
  requiresInteraction: false,
  actions: ["reply", "read", "remind"],
  token: "t".repeat(480),
  unread: 100,
};

test("a push uses the size that push services accept, and never exceeds it", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 4_000 });
  fc.assert(
    fc.property(text, text, (title, body) => {
      const payload = payloadOf({ ...shown, title, body }, "https://atoll.example.com");
      expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(maxPushBytes);
      JSON.parse(payload);
    }),
    { numRuns: 40 },
  );
  const long = payloadOf({ ...shown, body: "words ".repeat(1_000) }, "https://atoll.example.com");
  expect(Buffer.byteLength(long)).toBeGreaterThan(maxPushBytes - 20);
});
