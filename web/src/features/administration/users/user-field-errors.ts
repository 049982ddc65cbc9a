import { ApiError } from "../../../lib/api-client.ts";
import type { ApiErrorCode } from "../../../lib/api-error.ts";

export type UserField = "name" | "email" | "password" | "roleIds" | "departmentIds";

export type UserFieldErrors = Partial<Record<UserField, string | undefined>>;

const fields: readonly UserField[] = ["name", "email", "password", "roleIds", "departmentIds"];

/** Codes that are about one field. */
const fieldOfCode: Partial<Record<ApiErrorCode, UserField>> = {
  email_taken: "email",
  name_looks_taken: "name",
  password_too_common: "password",
  role_not_found: "roleIds",
  department_not_found: "departmentIds",
};

/** What the server says about single fields. */
export function fieldErrorsOf(error: unknown): UserFieldErrors {
  if (!(error instanceof ApiError)) return {};
  const field = fieldOfCode[error.code];
  if (field) return { [field]: error.message };
  return firstErrors(error.fields.map(({ path, message }) => ({ path: path.split("."), message })));
}

/** The first message about each field. */
export function firstErrors(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): UserFieldErrors {
  return Object.fromEntries(
    fields.map((field) => [field, issues.find(({ path }) => path[0] === field)?.message]),
  );
}

/** An error goes away when its field is edited. */
export function withoutErrorsOf(errors: UserFieldErrors, edited: object): UserFieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in edited)));
}

/** Moves to the first field that has an error and can be typed in. */
export function focusFirstError(form: HTMLFormElement | null | undefined, errors: UserFieldErrors): void {
  const first = fields.find((field) => errors[field]);
  const field = first && form?.elements.namedItem(first);
  if (field instanceof HTMLElement) field.focus();
}
