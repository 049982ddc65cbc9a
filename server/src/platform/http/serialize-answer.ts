import type { FastifySerializerCompiler } from "fastify";
import { ResponseSerializationError, serializerCompiler } from "fastify-type-provider-zod";
import type { $ZodType } from "zod/v4/core";
import type { Log } from "../log/log.ts";
import { logThrottled } from "../log/log-throttled.ts";

/**
 * Serialises responses by the schemas of the contract. An invalid item of a list is left out and logged, so that one
 * row stored by an older version, or a bug, does not break the list for everybody.
 */
export function createSerializerCompiler(
  log: Log,
): FastifySerializerCompiler<$ZodType | { properties: $ZodType }> {
  const throttled = logThrottled();
  return (route) => {
    const write = serializerCompiler(route);
    return (answer) => {
      try {
        return write(answer);
      } catch (error) {
        const rest = withoutUnfit(answer, error);
        if (!rest) throw error;
        const text = write(rest);
        const line = { err: error, method: route.method, route: route.url };
        throttled(`${route.method} ${route.url}`, (times) =>
          log.error({ ...line, times }, "an entry of a list could not be sent, and is left out"),
        );
        return text;
      }
    };
  };
}

/** Returns the response without its invalid list items; undefined if anything else is invalid. */
function withoutUnfit(answer: unknown, error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof ResponseSerializationError) || !isRecord(answer)) return undefined;
  const unfit = new Map<string, Set<number>>();
  for (const { path } of error.cause.issues) {
    const [list, place] = path;
    if (typeof list !== "string" || typeof place !== "number" || !Array.isArray(answer[list]))
      return undefined;
    unfit.set(list, (unfit.get(list) ?? new Set()).add(place));
  }
  const rest = { ...answer };
  for (const [list, places] of unfit) {
    const entries: unknown = answer[list];
    if (Array.isArray(entries)) rest[list] = entries.filter((_, place) => !places.has(place));
  }
  return rest;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
