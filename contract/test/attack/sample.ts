import { z } from "zod";
import type { SchemaNode } from "./places.ts";

type Known = Readonly<Record<string, string>> & { uuid: string };

/**
 * A value that a schema takes, as small as it may be but asking for as much as there is.
 * @param known what stands for a key of this name: ids of what is there, texts of a form of their own, and `uuid` for
 *   any other id.
 */
export function sampleOf(schema: z.ZodType, known: Known): unknown {
  return sample(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as SchemaNode, "", known);
}

function sample(node: SchemaNode, key: string, known: Known): unknown {
  const choices = [...(node.anyOf ?? []), ...(node.oneOf ?? [])].filter(({ type }) => type !== "null");
  if (choices[0]) return sample(choices[0], key, known);
  if (node.const !== undefined) return node.const;
  if (node.enum) return node.enum[0];
  if (node.type === "array")
    return node.items && (node.minItems ?? 0) > 0 ? [sample(node.items, key, known)] : [];
  if (node.type === "boolean") return true;
  if (node.type === "integer" || node.type === "number") {
    return isAmount(key) ? node.maximum : Math.max(1, node.minimum ?? 1);
  }
  if (node.type === "string") {
    if (node.format === "date-time") return new Date().toISOString();
    return known[key] ?? (node.format === "uuid" ? known.uuid : "some text");
  }
  const wanted = Object.entries(node.properties ?? {}).filter(
    ([name]) => node.required?.includes(name) || isAmount(name),
  );
  return Object.fromEntries(wanted.map(([name, one]) => [name, sample(one, name, known)]));
}

/** Returns whether the key is the size of a page or batch. */
export function isAmount(key: string): boolean {
  return key === "limit" || key === "pageSize";
}
