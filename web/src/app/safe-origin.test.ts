import { expect, test } from "vitest";
import { safeOrigin } from "./safe-origin.ts";

const site = "https://atoll.example";

test.each([
  ["/chat"],
  ["/chat/channel/5?at=3#end"],
  ["/tasks?new=1"],
  ["/search?q=https%3A%2F%2Fevil.example"],
  ["/chat?next=//evil.example"],
])("goes back to %s", (origin) => {
  expect(safeOrigin(origin, site)).toBe(origin);
});

test.each([
  [undefined],
  [""],
  [7],
  [["/chat"]],
  ["chat"],
  ["//evil.example"],
  ["///evil.example"],
  ["/\\evil.example"],
  ["\\\\evil.example"],
  ["/\t/evil.example"],
  ["/\n/evil.example"],
  ["/.//evil.example"],
  ["/x/..//evil.example"],
  ["https://evil.example/chat"],
  ["https:evil.example"],
  ["javascript:alert(1)"],
  ["data:text/html,x"],
  [" /chat"],
  ["@evil.example"],
  [".evil.example"],
])("does not follow %j", (origin) => {
  expect(safeOrigin(origin, site)).toBeNull();
});

test.each([["/"], ["/login"], ["/login?origin=/chat"], ["/register"], ["/welcome"]])(
  "%s is not accepted as a return address",
  (origin) => {
    expect(safeOrigin(origin, site)).toBeNull();
  },
);
