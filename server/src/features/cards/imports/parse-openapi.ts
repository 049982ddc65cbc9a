import { maxServers } from "@atoll/contract/cards/limits";
import { parseDocument } from "yaml";
import { parseJson } from "../../../platform/parse-json.ts";
import {
  isObject,
  maxParts,
  maxThings,
  type ParsedFile,
  type ParsedThing,
  type Parts,
  textOf,
} from "./parsed-file.ts";

const methods = ["get", "post", "put", "patch", "delete"] as const;
/** References and properties inside of each other that are followed. */
const maxDepth = 4;
/** Schemas of the whole file that are read. */
const maxSchemas = 50_000;

interface Reading {
  root: Record<string, unknown>;
  notes: Set<string>;
  schemas: number;
}

/**
 * Reads the operations of an OpenAPI file, JSON or YAML. References are followed inside the file alone: one to another
 * file or address is named in the notes, and never fetched.
 */
export function parseOpenApi(text: string): ParsedFile {
  const root = readDocument(text);
  if (!isObject(root) || !isObject(root.paths)) throw new Error("This is no OpenAPI file: it has no paths");
  const reading: Reading = { root, notes: new Set(), schemas: 0 };
  const version = isObject(root.info) ? textOf(root.info.version, 40) : "";
  const things: ParsedThing[] = [];
  for (const [path, found] of Object.entries(root.paths)) {
    const item = follow(reading, found);
    if (!isObject(item)) continue;
    for (const method of methods) {
      const operation = item[method];
      if (!isObject(operation)) continue;
      if (things.length === maxThings) {
        reading.notes.add(`Only the first ${maxThings} operations were read.`);
        return { things, version, servers: readServers(reading), notes: [...reading.notes] };
      }
      things.push(readOperation(reading, { method: method.toUpperCase(), path, item, operation, version }));
    }
  }
  const servers = readServers(reading);
  return { things, version, servers, notes: [...reading.notes].slice(0, 20) };
}

/** The servers of the file that have an address of their own, with the defaults of their variables. */
function readServers({ root, notes }: Reading): ParsedFile["servers"] {
  const given = Array.isArray(root.servers) ? root.servers.filter(isObject).slice(0, maxServers) : [];
  const found = given.flatMap(({ url: written, description, variables }) => {
    const text = textOf(written, 500).replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
      const variable = isObject(variables) ? variables[name] : undefined;
      return isObject(variable) ? textOf(variable.default, 100) : whole;
    });
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
      notes.add(`“${text.slice(0, 120)}” is no address that a server can be tried at.`);
      return [];
    }
    const name = textOf(description, 100).trim() || url.host;
    const isProduction = /\b(prod|production|live)\b/i.test(`${name} ${url.host}`);
    return [{ url: url.href, name, isProduction }];
  });
  return [...new Map(found.map((server) => [server.url, server])).values()];
}

function readDocument(text: string): unknown {
  if (/^\s*\{/.test(text)) {
    try {
      return parseJson(text);
    } catch {
      throw new Error("The file begins like JSON, and cannot be read as such");
    }
  }
  if (countExplicitKeys(text) > maxExplicitKeys)
    throw new Error("The file cannot be read: it has too many keys that begin with “?”");
  const document = parseDocument(text, { maxAliasCount: 100 } as object);
  const [error] = document.errors;
  if (error) throw new Error(`The file cannot be read: ${error.message.split("\n")[0]}`.slice(0, 300));
  return document.toJS({ maxAliasCount: 100 });
}

/** Keys that begin with "?": inside of each other, reading them takes time by the fourth power of their number. */
const maxExplicitKeys = 30;
/** The structure at the beginning of a line: indicators, anchors, tags, keys, and values in brackets. */
const structure =
  /[ \t]+|(\?)(?=\s|$)|[-:](?=\s|$)|[[\]{},]|[&!]\S*|(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s'"[\]{},#&*!|>%@`?:-][^:,[\]{}"'?]*):(?=[ \t]|$)|[^\s:,[\]{}"'?#]+(?=[ \t]*,)/y;

/** Counts explicit keys, up to one more than a file may have. Question marks in sentences are none. */
function countExplicitKeys(text: string): number {
  let count = 0;
  for (const line of text.split("\n")) {
    structure.lastIndex = 0;
    for (let found = structure.exec(line); found; found = structure.exec(line))
      if (found[1] !== undefined) count += 1;
    if (count > maxExplicitKeys) break;
  }
  return count;
}

interface Found {
  method: string;
  path: string;
  item: Record<string, unknown>;
  operation: Record<string, unknown>;
  version: string;
}

function readOperation(reading: Reading, { method, path, item, operation, version }: Found): ParsedThing {
  const request: Parts = {};
  const answer: Parts = {};
  const parameters = [item.parameters, operation.parameters].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  const lines: string[] = [];
  for (const given of parameters.slice(0, maxParts)) {
    const parameter = follow(reading, given);
    if (!isObject(parameter)) continue;
    const name = textOf(parameter.name, 100);
    const type = typeOf(follow(reading, parameter.schema ?? parameter));
    const isRequired = parameter.required === true;
    request[`${textOf(parameter.in, 20)} ${name}`] = { type, isRequired };
    lines.push(
      row(name, type, isRequired, `${textOf(parameter.in, 20)}. ${textOf(parameter.description, 300)}`),
    );
  }
  const body = contentOf(reading, follow(reading, operation.requestBody));
  if (body) lines.push(...addParts(reading, body, request, "body"));
  const answers: string[] = [];
  for (const [status, given] of Object.entries(isObject(operation.responses) ? operation.responses : {})) {
    const response = follow(reading, given);
    if (!isObject(response)) continue;
    answers.push(`- \`${status}\` ${oneLine(textOf(response.description, 300))}`);
    const schema = contentOf(reading, response);
    if (schema && /^2/.test(status)) addParts(reading, schema, answer, status);
  }
  return {
    key: `${method} ${path}`,
    title:
      textOf(operation.summary, 200).trim() ||
      textOf(operation.operationId, 200).trim() ||
      `${method} ${path}`,
    isDeprecated: operation.deprecated === true,
    values: { method, path: path.slice(0, 500), since: version },
    body: [
      textOf(operation.description),
      lines.length > 0 ? ["| Field | Type | Notes |", "| --- | --- | --- |", ...lines].join("\n") : "",
      answers.length > 0 ? ["**Answers**", "", ...answers.slice(0, 40)].join("\n") : "",
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
    shape: { request, answer },
  };
}

/** The schema of JSON in a body or a response. */
function contentOf(reading: Reading, holder: unknown): unknown {
  if (!isObject(holder)) return undefined;
  if (holder.schema !== undefined) return follow(reading, holder.schema);
  const content = isObject(holder.content) ? holder.content : {};
  const media = content["application/json"] ?? Object.values(content)[0];
  return isObject(media) ? follow(reading, media.schema) : undefined;
}

/** Adds the properties of a schema, and of those inside of it, by their paths. */
function addParts(reading: Reading, schema: unknown, parts: Parts, start: string): string[] {
  const lines: string[] = [];
  const visit = (given: unknown, path: string, depth: number): void => {
    const found = follow(reading, given);
    if (!isObject(found) || depth > maxDepth || Object.keys(parts).length >= maxParts) return;
    reading.schemas += 1;
    if (reading.schemas > maxSchemas) {
      reading.notes.add("The schemas of this file are too many; the last ones were not read.");
      return;
    }
    for (const inner of [found.allOf, found.anyOf, found.oneOf].flatMap((list) =>
      Array.isArray(list) ? list : [],
    ))
      visit(inner, path, depth + 1);
    if (found.items !== undefined) visit(found.items, `${path}[]`, depth + 1);
    const required = Array.isArray(found.required) ? found.required : [];
    for (const [name, value] of Object.entries(isObject(found.properties) ? found.properties : {})) {
      if (Object.keys(parts).length >= maxParts) return;
      const property = follow(reading, value);
      const isRequired = required.includes(name);
      const type = typeOf(property);
      parts[`${path} ${name}`.slice(0, 300)] = { type, isRequired };
      if (depth === 0)
        lines.push(row(name, type, isRequired, isObject(property) ? textOf(property.description, 300) : ""));
      visit(property, `${path} ${name}`, depth + 1);
    }
  };
  visit(schema, start, 0);
  return lines;
}

/** Follows references inside the file; a circle and what is elsewhere lead nowhere. */
function follow(reading: Reading, given: unknown): unknown {
  let found = given;
  for (let hops = 0; isObject(found) && typeof found.$ref === "string"; hops += 1) {
    const reference = found.$ref;
    if (!reference.startsWith("#/")) {
      reading.notes.add(`“${reference.slice(0, 120)}” is outside of the file, and was not fetched.`);
      return undefined;
    }
    if (hops > 20) {
      reading.notes.add(`“${reference.slice(0, 120)}” leads back to itself.`);
      return undefined;
    }
    found = reference
      .slice(2)
      .split("/")
      .reduce<unknown>((inside, part) => {
        const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
        return isObject(inside) && Object.hasOwn(inside, name) ? inside[name] : undefined;
      }, reading.root);
  }
  return found;
}

function typeOf(schema: unknown): string {
  if (!isObject(schema)) return "any";
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : textOf(schema.type, 40);
  if (type === "array") return `array of ${typeOf(schema.items)}`.slice(0, 100);
  const format = textOf(schema.format, 40);
  return (format ? `${type} (${format})` : type) || (isObject(schema.properties) ? "object" : "any");
}

function row(name: string, type: string, isRequired: boolean, notes: string): string {
  return `| \`${oneLine(name)}\`${isRequired ? " required" : ""} | ${oneLine(type)} | ${oneLine(notes)} |`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim();
}
