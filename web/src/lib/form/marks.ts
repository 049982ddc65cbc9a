import { ApiError, type ApiErrorCode } from "../request/api-error.ts";
import { isNameTaken } from "../request/judge-error.ts";

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

/** As much of a schema as a form needs, so that no form of the first load brings in the schemas' library. */
export interface FormSchema<Parsed> {
  safeParse(
    values: unknown,
  ): { success: true; data: Parsed } | { success: false; error: { issues: readonly Issue[] } };
}

/** The first message about each field, by the field's name. */
export function marksOfIssues(issues: readonly Issue[]): Map<string, string> {
  const marks = new Map<string, string>();
  for (const { path, message } of issues) {
    const name = String(path[0]);
    if (!marks.has(name)) marks.set(name, message);
  }
  return marks;
}

/**
 * Returns the server's errors for individual fields, by its code or by the fields it names. A name that is taken
 * belongs to the field `name`.
 */
export function marksOfRefusal(
  error: unknown,
  fieldOf: Partial<Record<ApiErrorCode, string>> = {},
): Map<string, string> {
  if (!(error instanceof ApiError)) return new Map();
  const own = fieldOf[error.code] ?? (isNameTaken(error) ? "name" : undefined);
  if (own !== undefined) return new Map([[own, error.message]]);
  return marksOfIssues(error.fields.map(({ path, message }) => ({ path: path.split("."), message })));
}
