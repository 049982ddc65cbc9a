import type { FastifySerializerCompiler } from "fastify";
import { ResponseSerializationError, serializerCompiler } from "fastify-type-provider-zod";
import type { $ZodType } from "zod/v4/core";
import type { Log } from "../log.ts";
import { logThrottled } from "../log-throttled.ts";

/**
 * Writes answers by the schemas of the contract. An entry of a list that does not fit its schema is left out and logged,
 * so that one row that an older version stored, or a bug, never takes a list from everybody who may read it.
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

/** The answer without the entries of its lists that are at fault; undefined where something else is. */
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
