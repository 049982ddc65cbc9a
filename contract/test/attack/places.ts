import { z } from "zod";

/** Where a schema takes a value: the keys and indexes to it, from the outside in. */
export interface Place {
  path: readonly (string | number)[];
  kind: "string" | "number" | "array";
  /** Of a string, if the schema says so. */
  maxLength: number | undefined;
  /** Such as `uuid` or `date-time`. */
  format: string | undefined;
  /** Of a number, if the schema says so. */
  maximum: number | undefined;
  /** Only some texts are taken: one of a list, or what fits a pattern. */
  isClosed: boolean;
}

/** What of JSON Schema the contract's schemas come out as. */
export interface SchemaNode {
  type?: string;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  additionalProperties?: boolean | SchemaNode;
  items?: SchemaNode;
  minItems?: number;
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
  allOf?: SchemaNode[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
}

/** Every place of a schema that takes a text, a number or a list: found by walking it, so that none is forgotten. */
export function placesOf(schema: z.ZodType): Place[] {
  const node = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", target: "draft-2020-12" });
  const places = placesIn(node as SchemaNode, []);
  const seen = new Set<string>();
  return places.filter(({ path, kind }) => {
    const key = JSON.stringify([path, kind]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function placesIn(node: SchemaNode, path: readonly (string | number)[]): Place[] {
  const inner = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])].flatMap((one) =>
    placesIn(one, path),
  );
  for (const [key, one] of Object.entries(node.properties ?? {}))
    inner.push(...placesIn(one, [...path, key]));
  if (typeof node.additionalProperties === "object")
    inner.push(...placesIn(node.additionalProperties, [...path, "key"]));
  if (node.items) inner.push(...placesIn(node.items, [...path, 0]));
  const kind = kindOf(node);
  if (!kind) return inner;
  const { maxLength, format, maximum } = node;
  const isClosed = node.enum !== undefined || node.const !== undefined || node.pattern !== undefined;
  return [{ path, kind, maxLength, format, maximum, isClosed }, ...inner];
}

function kindOf({ type, enum: choices }: SchemaNode): Place["kind"] | undefined {
  if (type === "integer" || type === "number") return "number";
  if (type === "string" || choices) return "string";
  return type === "array" ? "array" : undefined;
}

/** A copy of a value with another one in a place; what is missing on the way there is made. */
export function putAt(value: unknown, path: readonly (string | number)[], put: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return put;
  if (typeof key === "number") {
    const list: unknown[] = Array.isArray(value) ? [...value] : [];
    list[key] = putAt(list[key], rest, put);
    return list;
  }
  const object = typeof value === "object" && value !== null ? value : {};
  return { ...object, [key]: putAt((object as Record<string, unknown>)[key], rest, put) };
}
