import type { HookKind } from "@atoll/contract/cards/hook-schemas";
import { parseJson } from "../../../platform/parse-json.ts";

/** GitHub sends JSON, or, unless it is set up otherwise, a form with the JSON in it. */
export function parseBody(kind: HookKind, body: Buffer): unknown {
  const text = body.toString("utf8").toWellFormed();
  const isForm = kind === "github" && text.startsWith("payload=");
  try {
    return withoutNul(parseJson(isForm ? (new URLSearchParams(text).get("payload") ?? "") : text));
  } catch {
    throw new Error("The body is no JSON, or nested too deep");
  }
}

/** PostgreSQL stores no NUL in a text. What is parsed is flat enough to be walked. */
function withoutNul(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "");
  if (Array.isArray(value)) return value.map(withoutNul);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutNul(one)]));
}
