import { z } from "zod";
import { defineRoute } from "../route.ts";
import { importFields, maxImportColumns } from "./import-fields.ts";

const fieldSchema = z.enum(importFields);

/** The outcome for one row of an import, planned or done. */
const rowSchema = z.object({
  /** As a spreadsheet counts it: from 1, the heading and blank rows too. */
  row: z.number().int(),
  name: z.string(),
  email: z.string(),
  /** By their names: as they will be given, and as they are written where there is none of the name. */
  roles: z.array(z.string()),
  departments: z.array(z.string()),
  fate: z.enum(["create", "skip", "wrong"]),
  /** Why a row is skipped or wrong, in words for people; empty for `create`. */
  reasons: z.array(z.string()),
  /** Which of its cells the reasons are about. */
  wrongFields: z.array(fieldSchema),
});
export type ImportRow = z.infer<typeof rowSchema>;

const columnSchema = z.object({
  /** From 1 on. */
  position: z.number().int(),
  /** As it stands in the file; `Column 2` where there is no heading. */
  heading: z.string(),
  field: fieldSchema,
  /** The first cell that holds something, shortened; empty for passwords. */
  sample: z.string(),
});
export type ImportColumn = z.infer<typeof columnSchema>;

/** Employees from a file. */
export const importAdministrationRoutes = {
  importUsers: defineRoute({
    method: "POST",
    path: "/api/admin/imports",
    summary: "Create employees from a CSV file. A dry run only returns the outcome for each row.",
    access: "signed-in",
    changesRights: true,
    // A thousand people come in ten parts.
    rateLimit: { max: 60, windowSeconds: 60, by: "viewer" },
    heavy: "bulk",
    // 200,000 characters of a CSV file, each of up to four bytes, and the quotes' backslashes.
    bodyLimitBytes: 1024 * 1024,
    body: z.object({
      /**
       * A name and an email in each row, and if wanted a password, roles and departments, each a list parted by
       * semicolons. Usual headings of several languages are understood.
       */
      csv: z.string().min(1).max(200_000),
      isDryRun: z.boolean(),
      /** The field of each column, from the first one. Without it, the headings decide. */
      columns: z.array(fieldSchema).max(maxImportColumns).optional(),
      /** Rows that are passed over, by their numbers. */
      leaveOut: z.array(z.number().int().min(1)).max(1_000).default([]),
      /** Creates only so many people, the first in the file. Sent again, the import continues behind them. */
      atMost: z.number().int().min(1).max(1_000).default(1_000),
    }),
    status: 200,
    response: z.object({
      columns: z.array(columnSchema),
      /** Why the columns are not clear, in words for people; the rows are then empty. */
      columnProblem: z.string(),
      /** The separator between cells: a comma, a semicolon, a tab or a vertical bar. */
      delimiter: z.string(),
      rows: z.array(rowSchema),
      /** The rows with problems, as they were written, with the reasons, as CSV. Empty when there are none. */
      wrongCsv: z.string(),
      /** Accounts that were created; 0 on a dry run. */
      createdCount: z.number().int(),
      /** Rows that are still to be created, because of `atMost` or because this was a dry run. */
      leftCount: z.number().int(),
      /** Generated for the created people, if the file has no column for passwords. They are not returned again. */
      passwords: z.array(z.object({ name: z.string(), email: z.string(), password: z.string() })),
    }),
    errors: ["forbidden", "csv_unreadable", "import_rows_wrong"],
  }),
};
