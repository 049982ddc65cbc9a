import type { ImportField } from "@atoll/contract/administration/import-fields";
import type { ImportRow } from "@atoll/contract/administration/import-routes";
import { CircleAlert } from "lucide-react";
import { Badge } from "../../../ui/badge/badge.tsx";
import { statusTones } from "../../../ui/badge/status-tones.ts";
import { cx } from "../../../ui/base/cx.ts";
import type { Column } from "../../../ui/table/data-table.tsx";

/** Returns the columns of the table of rows. On a phone, one column has the whole person. */
export function rowColumns(isDone: boolean, isPhone: boolean): Column<ImportRow>[] {
  const words = isDone ? doneWords : checkWords;
  return [
    { key: "row", header: "Row", cell: ({ row }) => <span className="text-muted">{row}</span> },
    ...(isPhone ? [person] : [name, email, list("roles", "Roles"), list("departments", "Departments")]),
    {
      key: "result",
      header: "Result",
      cell: ({ fate }) => <Badge tone={statusTones.peopleImport[fate]}>{words[fate]}</Badge>,
    },
  ];
}

/** Why a row is as it is, below it: in sight however long its name or its address is. */
export function Reasons({ row: { fate, reasons } }: { row: ImportRow }) {
  const isWrong = fate === "wrong";
  return (
    <ul className="flex flex-col gap-1">
      {reasons.map((reason) => (
        <li
          key={reason}
          className={cx("flex gap-1.5 break-words text-xs", isWrong ? "text-danger-text" : "text-muted")}
        >
          {isWrong && <CircleAlert aria-hidden="true" className="mt-px size-3.5 flex-none" />}
          <span className="min-w-0">{reason}</span>
        </li>
      ))}
    </ul>
  );
}

const isWrongIn = (field: ImportField) => (row: ImportRow) => row.wrongFields.includes(field);

const name: Column<ImportRow> = {
  key: "name",
  header: "Name",
  isWrong: isWrongIn("name"),
  cell: (row) => (
    <span className="block max-w-56 truncate font-semibold" title={row.name}>
      {row.name || "No name"}
    </span>
  ),
};

const email: Column<ImportRow> = {
  key: "email",
  header: "Email",
  isWrong: isWrongIn("email"),
  cell: (row) => (
    <span className="block max-w-64 truncate text-muted" title={row.email}>
      {row.email || "No email"}
    </span>
  ),
};

function list(field: "roles" | "departments", header: string): Column<ImportRow> {
  return {
    key: field,
    header,
    isWrong: isWrongIn(field),
    cell: (row) => (
      <span className="block max-w-48 truncate" title={row[field].join(", ")}>
        {row[field].join(", ") || <span className="text-faint">None</span>}
      </span>
    ),
  };
}

const person: Column<ImportRow> = {
  key: "person",
  header: "Person",
  cell: (row) => (
    <span className="block min-w-0 py-1.5">
      <span className={cx("block break-words font-semibold", wrongIn(row, "name"))}>
        {row.name || "No name"}
      </span>
      <span className={cx("block break-all text-xs", wrongIn(row, "email") ?? "text-muted")}>
        {row.email || "No email"}
      </span>
      {row.roles.length > 0 && (
        <span className={cx("block break-words text-xs", wrongIn(row, "roles") ?? "text-muted")}>
          {row.roles.join(", ")}
        </span>
      )}
      {row.departments.length > 0 && (
        <span className={cx("block break-words text-xs", wrongIn(row, "departments") ?? "text-muted")}>
          {row.departments.join(", ")}
        </span>
      )}
    </span>
  ),
};

function wrongIn(row: ImportRow, field: ImportField): string | undefined {
  return row.wrongFields.includes(field) ? "text-danger-text" : undefined;
}

const checkWords: Record<ImportRow["fate"], string> = { create: "Create", skip: "Leave out", wrong: "Fix" };
const doneWords: Record<ImportRow["fate"], string> = {
  create: "Created",
  skip: "Left out",
  wrong: "Not created",
};
