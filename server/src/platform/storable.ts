import { AppError, type FieldError } from "./app-error.ts";

const unstorable = "This text has a character that cannot be stored";
/** Enough to see the problem. */
const maxFields = 20;

/**
 * Rejects characters that PostgreSQL cannot store, anywhere in a browser's input: NUL and unpaired surrogates. Call it
 * with the parsed input, so that a schema can first replace unpaired surrogates in texts that are kept as typed.
 * @throws {AppError} `invalid_request` with each such field.
 */
export function assertStorable(...inputs: readonly unknown[]): void {
  const fields: FieldError[] = [];
  // Not recursive, because JSON may be nested deeper than the stack.
  const open = inputs.map((value) => ({ value, path: "" }));
  for (let next = open.pop(); next && fields.length < maxFields; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === "string" && !isStorable(value)) fields.push({ path, message: unstorable });
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) fields.push({ path, message: unstorable });
      open.push({ value: inner, path: path === "" ? key : `${path}.${key}` });
    }
  }
  if (fields.length > 0) throw new AppError("invalid_request", { fields });
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
