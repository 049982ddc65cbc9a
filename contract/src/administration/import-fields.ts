/**
 * The fields a column of an import can contain. `none` is ignored. The full name, or first and last name together, is a
 * person's name.
 */
export const importFields = [
  "name",
  "firstName",
  "lastName",
  "email",
  "password",
  "roles",
  "departments",
  "none",
] as const;
export type ImportField = (typeof importFields)[number];

/** A file with more columns is not read. */
export const maxImportColumns = 100;
