/**
 * Whether a value has the shape that this version of Atoll gives it, and not that of another version or of a hand that
 * edited the browser's storage. Enough for what the browser wrote itself; it stands before anything is shown, where
 * the contract's schemas would cost a tenth of the first load. The types keep a shape in step with what it describes.
 */
export function fits<T extends object>(value: unknown, shape: Shape<T>): value is T {
  if (!isObject(value)) return false;
  const found = new Map(Object.entries(value));
  return Object.entries<string>(shape).every(([key, kind]) => isOfKind(found.get(key), kind));
}

/** Parses a stored value. Undefined if it does not have this shape. */
export function readAs<T extends object>(text: string | null, shape: Shape<T>): T | undefined {
  const value = parseJson(text);
  return fits(value, shape) ? value : undefined;
}

/** Undefined for a text that is no JSON, and for none. */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every key, with what stands there: `?` may be absent. */
export type Shape<T> = { readonly [Key in keyof T]-?: Kind<T[Key]> };

type Kind<V> = [Extract<V, null | undefined>] extends [never]
  ? Plain<V>
  : [Extract<V, undefined>] extends [never]
    ? `${Plain<NonNullable<V>>}|null`
    : `${Plain<NonNullable<V>>}?`;

type Plain<V> = [V] extends [string]
  ? "string"
  : [V] extends [number]
    ? "number"
    : [V] extends [boolean]
      ? "boolean"
      : [V] extends [readonly string[]]
        ? "strings"
        : [V] extends [readonly object[]]
          ? "objects"
          : "object";

function isOfKind(value: unknown, kind: string): boolean {
  if (kind.endsWith("?")) return value === undefined || isOfKind(value, kind.slice(0, -1));
  if (kind.endsWith("|null")) return value === null || isOfKind(value, kind.slice(0, -"|null".length));
  if (kind === "strings") return Array.isArray(value) && value.every((item) => typeof item === "string");
  if (kind === "objects") return Array.isArray(value) && value.every(isObject);
  return kind === "object" ? isObject(value) : typeof value === kind;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
