import type { ImportField } from "@atoll/contract/administration/import-fields";
import { counted } from "../../../lib/counted.ts";

/** The labels of the fields of an import. */
export const fieldWords: Record<ImportField, string> = {
  name: "Full name",
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  password: "Password",
  roles: "Roles",
  departments: "Departments",
  none: "Left out",
};

const delimiterWords: Record<string, string> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "bar",
};

/** Returns the name of the separator of a file. */
export function delimiterWord(delimiter: string): string {
  return delimiterWords[delimiter] ?? delimiter;
}

export function countRows(count: number): string {
  return counted(count, "row");
}
