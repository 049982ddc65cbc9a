import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { sectionOptions } from "@atoll/contract/cards/section-schemas";
import { devops } from "@atoll/contract/cards/sections/devops";
import { expect, it } from "vitest";
import { findDrift } from "./find-drift.ts";

const { options, ...section } = devops.find(({ slug }) => slug === "deployment")!;
const type = { ...section, options: sectionOptions(options) } as unknown as CardType;
const card = (environment: string, version: string, stage = "live") =>
  ({ id: version, stage, data: { service: "checkout", environment, version } }) as unknown as Card;
const driftOf = (staging: string, production: string, requests: Card[] = [], stage = "live") =>
  findDrift(type, card("Staging", staging, stage), card("Production", production), requests).is;

it("compares versions by their numbers, not by their letters", () => {
  expect(driftOf("4.18.0", "4.18.0")).toBe("level");
  expect(driftOf("4.10.0", "4.9.3")).toBe("behind");
  expect(driftOf("4.9.3", "4.10.0")).toBe("ahead");
});

it("knows no drift where an environment has no deployment", () => {
  expect(findDrift(type, card("Staging", "1.0.0"), undefined, []).is).toBe("unknown");
  expect(findDrift(type, undefined, card("Production", "1.0.0"), []).is).toBe("unknown");
});

it("offers no promotion of a version that fails its checks", () => {
  expect(driftOf("4.10.0", "4.9.3", [], "failing")).toBe("failing");
});

it("shows an open request for this version, not one for another version or environment", () => {
  expect(driftOf("4.10.0", "4.9.3", [card("Production", "4.10.0", "requested")])).toBe("requested");
  expect(driftOf("4.10.0", "4.9.3", [card("Production", "4.9.4", "requested")])).toBe("behind");
  expect(driftOf("4.10.0", "4.9.3", [card("Staging", "4.10.0", "requested")])).toBe("behind");
  expect(driftOf("4.10.0", "4.9.3", [card("Production", "4.10.0", "replaced")])).toBe("behind");
});
