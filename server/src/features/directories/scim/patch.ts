import { AppError } from "../../../platform/app-error.ts";
import { type Filter, matches, parsePath, type ScimPath } from "./filter.ts";
import { enterpriseUser, isObject, type Json, keyOf } from "./resources.ts";

export interface Operation {
  op: "add" | "replace" | "remove";
  path: string | undefined;
  value: unknown;
}

/** A request may have this many operations: on a group, and on a person by `assertModest`. */
const maxOperations = 1000;

/**
 * Reads the operations of a PATCH. Entra ID capitalises their names.
 * @throws {AppError} `scim_body_invalid`, `scim_value_invalid`.
 */
export function readOperations(body: Json): Operation[] {
  const list = body[keyOf(body, "Operations")];
  if (!Array.isArray(list) || list.length === 0 || list.length > maxOperations)
    throw new AppError("scim_value_invalid", { figures: { name: "Operations" } });
  return list.map((item: unknown) => {
    if (!isObject(item)) throw new AppError("scim_body_invalid");
    const op = String(item["op"]).toLowerCase();
    const path = item["path"];
    if (op !== "add" && op !== "replace" && op !== "remove")
      throw new AppError("scim_value_invalid", { figures: { name: "op" } });
    if (path !== undefined && path !== null && (typeof path !== "string" || path.length > 1000))
      throw new AppError("scim_path_invalid");
    if (op === "remove" && !path) throw new AppError("scim_no_target");
    return { op, path: path || undefined, value: item["value"] };
  });
}

/** Attributes and values that the operations on one person may look at: many times what a real request needs. */
const maxSteps = 50_000;

/** Counts the work of a request, which grows with the operations times the values: it blocks every other request. */
class Effort {
  #left = maxSteps;

  /** @throws {AppError} `scim_value_invalid`. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new AppError("scim_value_invalid", { figures: { name: "Operations" } });
  }
}

const countOf = (target: Readonly<Json>) => Object.keys(target).length + 1;

/** Attributes with several values. */
const multiple = new Set(
  "emails phonenumbers addresses roles photos ims entitlements x509certificates".split(" "),
);

/**
 * Applies operations to a user, which is changed. Members of groups are not kept as such, see `changeMembers`.
 * @throws {AppError} `scim_path_invalid`, `scim_no_target`, `scim_read_only`, `scim_value_invalid`.
 */
export function patchUser(resource: Json, operations: readonly Operation[]): void {
  const effort = new Effort();
  for (const { op, path, value } of operations) {
    if (path !== undefined) applyAt(resource, { op, value, effort }, parsePath(path));
    else if (isObject(value))
      // Directories also use paths as the names of what they set without a path.
      for (const [key, one] of Object.entries(value))
        applyAt(resource, { op, value: one, effort }, parsePath(key));
    else throw new AppError("scim_value_invalid", { figures: { name: "value" } });
  }
}

/** An operation at a path. */
interface Act {
  op: Operation["op"];
  value: unknown;
  effort: Effort;
}

function applyAt(resource: Json, act: Act, path: ScimPath): void {
  const { op, value, effort } = act;
  effort.spend(countOf(resource));
  const target = path.schema ? ofSchema(resource, path.schema) : resource;
  effort.spend(countOf(target));
  if (path.attribute === undefined) {
    if (op === "remove") delete resource[keyOf(resource, path.schema ?? "")];
    else if (isObject(value)) merge(target, value, effort);
    else throw new AppError("scim_value_invalid", { figures: { name: path.schema ?? "" } });
    return;
  }
  const key = keyOf(target, path.attribute);
  if (target === resource && key.toLowerCase() === "id") {
    if (op === "remove" || value !== resource["id"]) throw new AppError("scim_read_only");
    return;
  }
  if (multiple.has(key.toLowerCase())) applyToValues(target, key, act, path);
  else if (path.filter) throw new AppError("scim_no_target");
  else if (path.sub !== undefined) applyToPart(target, key, op, path.sub, value);
  else if (op === "remove") delete target[key];
  else if (isObject(value) && isObject(target[key])) merge(target[key], value, effort);
  else target[key] = value;
}

function ofSchema(resource: Json, schema: string): Json {
  if (/:core:2\.0:(?:user|group)$/i.test(schema)) return resource;
  const name = schema.toLowerCase() === enterpriseUser.toLowerCase() ? enterpriseUser : schema;
  const key = keyOf(resource, name);
  const there = resource[key];
  if (isObject(there)) return there;
  const made: Json = {};
  resource[key] = made;
  return made;
}

function merge(target: Json, value: Json, effort: Effort): void {
  for (const [name, one] of Object.entries(value)) {
    effort.spend(countOf(target));
    // A path as a name: `manager.value`.
    const { attribute, sub } = parsePath(name);
    if (attribute === undefined) throw new AppError("scim_path_invalid");
    if (sub !== undefined) applyToPart(target, keyOf(target, attribute), "add", sub, one);
    else target[keyOf(target, attribute)] = one;
  }
}

function applyToPart(target: Json, key: string, op: Operation["op"], sub: string, value: unknown): void {
  const there = target[key];
  const part: Json = isObject(there) ? there : {};
  if (op === "remove") delete part[keyOf(part, sub)];
  else part[keyOf(part, sub)] = value;
  target[key] = part;
}

function applyToValues(
  target: Json,
  key: string,
  { op, value, effort }: Act,
  { filter, sub }: ScimPath,
): void {
  const there = target[key];
  const items: Json[] = Array.isArray(there) ? there.filter(isObject) : [];
  const given = Array.isArray(value) ? value.length : 1;
  effort.spend((items.length + 1) * (filter ? termsOf(filter) : given));
  for (const item of items) effort.spend(countOf(item));
  if (!filter && sub === undefined) {
    target[key] =
      op === "remove" ? withoutValues(items, value) : withValues(op === "add" ? items : [], value);
    return;
  }
  const chosen = filter ? items.filter((item) => matches(filter, item)) : items;
  if (op === "remove") {
    if (chosen.length === 0) throw new AppError("scim_no_target");
    const removed = new Set(chosen);
    if (sub === undefined) target[key] = items.filter((item) => !removed.has(item));
    else for (const item of chosen) delete item[keyOf(item, sub)];
    return;
  }
  if (chosen.length === 0) {
    // Entra ID sets `emails[type eq "work"].value` of people who have no email yet.
    const made = filter ? fromFilter(filter) : {};
    if (!made) throw new AppError("scim_no_target");
    items.push(made);
    chosen.push(made);
  }
  for (const item of chosen) {
    if (sub !== undefined) item[keyOf(item, sub)] = value;
    else if (isObject(value)) Object.assign(item, value);
    else throw new AppError("scim_value_invalid", { figures: { name: key } });
  }
  target[key] = items;
}

function termsOf(filter: Filter): number {
  if (filter.kind === "and" || filter.kind === "or") return termsOf(filter.left) + termsOf(filter.right);
  return filter.kind === "not" ? termsOf(filter.inner) : 1;
}

function withValues(items: readonly Json[], value: unknown): Json[] {
  const added = (Array.isArray(value) ? value : [value]).filter(isObject);
  const isIn = (one: Json) =>
    items.some((item) => item["value"] === one["value"] && item["type"] === one["type"]);
  return [...items, ...added.filter((one) => !isIn(one))];
}

/** Without a value, all of them. */
function withoutValues(items: readonly Json[], value: unknown): Json[] {
  if (value === undefined || value === null) return [];
  const removed = (Array.isArray(value) ? value : [value]).filter(isObject);
  return items.filter((item) => !removed.some((one) => one["value"] === item["value"]));
}

/** The value that a filter of equalities describes. */
function fromFilter(filter: Filter): Json | undefined {
  if (filter.kind === "compare" && filter.operator === "eq") return { [filter.attribute]: filter.value };
  if (filter.kind !== "and") return undefined;
  const [left, right] = [fromFilter(filter.left), fromFilter(filter.right)];
  return left && right && { ...left, ...right };
}
