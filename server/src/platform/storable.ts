import { AppError, type FieldError } from "./app-error.ts";

const unstorable = "This text has a character that cannot be stored";
/** Enough to see what is wrong. */
const maxFields = 20;

/**
 * Refuses what PostgreSQL cannot hold, wherever it stands in what a browser sent: NUL, and half of a character. To be
 * called with what its schema has let through, so that a schema may mend half characters first where a text is kept.
 * @throws {AppError} `invalid_request` with each such field.
 */
export function assertStorable(...inputs: readonly unknown[]): void {
  const fields: FieldError[] = [];
  // Without recursion: JSON may be nested deeper than the stack is.
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
