/** What a column of an import may hold; `none` is passed over. A full name, or its two parts, is one person's name. */
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
