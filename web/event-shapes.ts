import { z } from "zod";
import { commands, events } from "../contract/src/events.ts";
import type { EventShapes, ValueShape } from "./src/lib/server/socket-wire.ts";

/**
 * Returns the shapes of everything that comes over the socket, from the contract's schemas: a table for the browser,
 * which checks events without making the schemas. Made once a build, from sources that Vite watches with its
 * configuration.
 */
export function eventShapes(): EventShapes {
  const answers = Object.entries(commands).map(([name, { answer }]) => [name, answer] as const);
  const everything = z.object({ events: z.object(events), answers: z.object(Object.fromEntries(answers)) });
  const { properties, $defs } = z.toJSONSchema(everything, { reused: "ref", unrepresentable: "any" });
  return {
    events: shapesOf(propertiesOf(properties?.events)),
    answers: shapesOf(propertiesOf(properties?.answers)),
    shared: shapesOf($defs ?? {}),
  };
}

type JsonSchema = z.core.JSONSchema._JSONSchema;
type JsonSchemas = Readonly<Record<string, JsonSchema>>;

function propertiesOf(schema: JsonSchema | undefined): JsonSchemas {
  return (typeof schema === "object" && schema.properties) || {};
}

function shapesOf(schemas: JsonSchemas): Record<string, ValueShape> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, shapeOf(schema)]));
}

/** Leaves out lengths, bounds and patterns: the server has checked them. */
function shapeOf(schema: JsonSchema): ValueShape {
  if (typeof schema === "boolean") return {};
  const { $ref, type, properties, required, items, prefixItems, additionalProperties, allOf } = schema;
  if (allOf && !type) throw new Error("An event's schema joins others, which the table of shapes cannot say");
  const choices = schema.anyOf ?? schema.oneOf;
  const values = schema.enum ?? ("const" in schema ? [schema.const] : undefined);
  return {
    ...($ref && { ref: $ref.replace("#/$defs/", "") }),
    ...(choices && { anyOf: choices.map(shapeOf) }),
    ...(values ? { values } : type && { types: [type].flat() }),
    ...(properties && { fields: shapesOf(properties), required }),
    ...(typeof additionalProperties === "object" && { others: shapeOf(additionalProperties) }),
    ...(prefixItems && { first: prefixItems.map(shapeOf) }),
    ...(items && !Array.isArray(items) && { items: shapeOf(items) }),
    ...("default" in schema && { otherwise: schema.default }),
  };
}
