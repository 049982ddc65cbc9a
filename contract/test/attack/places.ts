import { z } from "zod";

/** Where a schema takes a value: the keys and indexes to it, from the outside in. */
export interface Place {
  path: readonly (string | number)[];
  kind: "string" | "number" | "array";
  /** For strings, if the schema limits it. */
  maxLength: number | undefined;
  /** Such as `uuid`, `date-time` or `date`; `wall` is a day or a time by a clock on the wall. */
  format: string | undefined;
  /** For numbers, if the schema limits it. */
  maximum: number | undefined;
  /** Only some texts are taken: one of a list, or what fits a pattern. */
  isClosed: boolean;
  /** A field of some variants, which the others ignore. */
  isOfVariant: boolean;
}

/** The subset of JSON Schema that the contract's schemas produce. */
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
  const inner = (node.allOf ?? []).flatMap((one) => placesIn(one, path));
  const variants = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  const isIgnored = ({ path: found }: Place) => {
    const key = String(found[path.length]);
    return variants.some(({ properties }) => properties && !(key in properties));
  };
  for (const one of variants)
    inner.push(
      ...placesIn(one, path).map((place) => ({
        ...place,
        isOfVariant: place.isOfVariant || isIgnored(place),
      })),
    );
  for (const [key, one] of Object.entries(node.properties ?? {}))
    inner.push(...placesIn(one, [...path, key]));
  if (typeof node.additionalProperties === "object")
    inner.push(...placesIn(node.additionalProperties, [...path, "key"]));
  if (node.items) inner.push(...placesIn(node.items, [...path, 0]));
  const kind = kindOf(node);
  if (!kind) return inner;
  const { maxLength, maximum } = node;
  const format = formatOf(node);
  const isClosed = node.enum !== undefined || node.const !== undefined || node.pattern !== undefined;
  return [{ path, kind, maxLength, format, maximum, isClosed, isOfVariant: false }, ...inner];
}

/** Times as the schemas of times take them. A pattern that takes any name takes the one without a day, too. */
const times = { "date-time": "2027-03-10T10:00:00.000Z", wall: "2027-03-10T10:00", date: "2027-03-10" };

/** The format that a schema names, or that its patterns describe. */
function formatOf({ format, pattern, allOf = [] }: SchemaNode): string | undefined {
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].filter((one) => one !== undefined);
  if (format !== undefined || patterns.length === 0) return format;
  const takes = (text: string) => patterns.every((one) => new RegExp(one).test(text));
  return Object.entries(times).find(([, text]) => takes(text) && !takes(text.replace("-10", "-99")))?.[0];
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
