import { type EventName, events } from "@atoll/contract/events";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseAnswer, parseEvent } from "./socket-wire.ts";

const names = Object.keys(events) as EventName[];
const ofTypes = new Set(["invalid_type", "invalid_value", "invalid_union"]);

describe("the table of events", () => {
  it.each(names)("judges the types in %s as its schema does", (name) => {
    const sample = sampleOf(z.toJSONSchema(events[name], { unrepresentable: "any" }));
    expect(parseEvent(name, structuredClone(sample))).toEqual({ success: true, data: sample });
    for (const path of pathsIn(sample))
      for (const wrong of [{}, 0.5, "no such value", null, undefined]) {
        const broken = withAt(sample, path, wrong);
        const isWrong = issuesAt(name, broken, path) > issuesAt(name, sample, path);
        const verdict = parseEvent(name, structuredClone(broken)).success ? "taken" : "refused";
        expect({ path, wrong, verdict }).toEqual({ path, wrong, verdict: isWrong ? "refused" : "taken" });
      }
  });

  it("takes fields that it does not know, of a server that is newer", () => {
    expect(parseEvent("article.read", { articleId: "1", at: "now" }).success).toBe(true);
  });

  it("refuses an event that it does not know, and says where one is different", () => {
    expect(parseEvent("of.tomorrow" as EventName, {}).success).toBe(false);
    expect(parseEvent("typing.changed", { channelId: 1 })).toEqual({
      success: false,
      problem: "no string at .channelId",
    });
  });

  it("reads the answers of commands", () => {
    expect(parseAnswer("presence.count", { online: 3 })).toEqual({ success: true, data: { online: 3 } });
    expect(parseAnswer("presence.count", { online: 3.5 }).success).toBe(false);
  });
});

/** How many of the schema's complaints are about the types at, in or right above a place. */
function issuesAt(name: EventName, value: unknown, path: readonly PropertyKey[]): number {
  const issues = events[name].safeParse(value).error?.issues ?? [];
  const isThere = (at: readonly PropertyKey[]) =>
    path.every((step, index) => index >= at.length || at[index] === step);
  return issues.filter(({ code, path: at }) => ofTypes.has(code) && isThere(at)).length;
}

function sampleOf(schema: z.core.JSONSchema._JSONSchema): unknown {
  if (typeof schema === "boolean") return null;
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return sampleOf(choice);
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [type] = [schema.type].flat();
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, sampleOf(field)]),
      );
    case "array":
      return (schema.prefixItems ?? [schema.items ?? true].flat()).map(sampleOf);
    case "string":
      return "text";
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return type === undefined ? {} : 1;
  }
}

function pathsIn(value: unknown): PropertyKey[][] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, inner]) => [[key], ...pathsIn(inner).map((path) => [key, ...path])]);
}

function withAt(value: unknown, [step, ...rest]: readonly PropertyKey[], wrong: unknown): unknown {
  if (step === undefined) return wrong;
  const copy: Record<PropertyKey, unknown> = Object.assign(Array.isArray(value) ? [] : {}, value);
  copy[step] = withAt(copy[step], rest, wrong);
  return copy;
}
