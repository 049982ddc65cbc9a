import type { Operation } from "@atoll/contract/cards/api-schemas";

type Example = { [name: string]: Example | unknown };

/** The parameters of an operation in one place, such as "query". */
export function partsIn(operation: Operation, place: "path" | "query" | "header") {
  return Object.entries(operation.request).flatMap(([key, part]) =>
    key.startsWith(`${place} `) ? [{ name: key.slice(place.length + 1), ...part }] : [],
  );
}

export function takesBody({ method, request }: Operation): boolean {
  return method !== "GET" && Object.keys(request).some((key) => key.startsWith("body"));
}

/** An example of a body, with a value of its type for each field. */
export function exampleBody({ request }: Operation): string {
  const whole: Example = {};
  for (const [key, { type }] of Object.entries(request)) {
    const path = key.split(" ");
    // A list shows its items itself.
    if (path[0] !== "body" || path.length < 2) continue;
    place(whole, path.slice(1), type);
  }
  return JSON.stringify(whole, null, 2);
}

function place(whole: Example, path: readonly string[], type: string): void {
  let inside = whole;
  for (const name of path.slice(0, -1)) {
    const next = inside[name];
    if (typeof next !== "object" || next === null || Array.isArray(next)) inside[name] = {};
    inside = inside[name] as Example;
  }
  const last = path.at(-1);
  if (last !== undefined) inside[last] = exampleOf(type);
}

function exampleOf(type: string): unknown {
  if (type.startsWith("array")) return [];
  if (type.startsWith("object")) return {};
  if (/^(number|integer)/.test(type)) return 1;
  if (type.startsWith("boolean")) return true;
  if (type.includes("(date-time)")) return "2026-11-27T09:00:00Z";
  if (type.includes("(date)")) return "2026-11-27";
  return "text";
}

/** The same request for a terminal. The token is left out: a command is stored in the history of the shell. */
export function curlOf(method: string, url: string, headers: readonly string[], body: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl -X ${method} ${quoted(url)}`,
    ...headers.map((header) => `-H ${quoted(header)}`),
    ...(body ? [`-H ${quoted("Content-Type: application/json")}`, `-d ${quoted(body)}`] : []),
  ].join(" \\\n  ");
}
