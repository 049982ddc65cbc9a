import type { ImportRow } from "@atoll/contract/administration/schemas";
import { CircleAlert, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Badge, type BadgeTone } from "../../../ui/badge/badge.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";

export interface ImportCheckProps {
  rows: readonly ImportRow[];
  /** The rows were written: they are what has happened, not what would. */
  isDone: boolean;
}

type Shown = "all" | ImportRow["fate"];

/** Every row's fate, with its reasons, and how many of each there are. */
export function ImportCheck({ rows, isDone }: ImportCheckProps) {
  const [shown, setShown] = useState<Shown>("all");
  const count = (fate: ImportRow["fate"]) => rows.filter((row) => row.fate === fate).length;
  const fates = (["wrong", "skip", "create"] as const).filter((fate) => count(fate) > 0);
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-3 rounded-lg border bg-surface-raised shadow-1 lg:grid-cols-[1fr_1fr_1fr_1.5fr]">
        <Figure label={isDone ? "Created" : "To create"} value={count("create")} />
        <Figure label={isDone ? "Left out" : "Will be left out"} value={count("skip")} />
        <Figure label="Must be fixed" value={count("wrong")} isBad />
        {!isDone && (
          <div className="col-span-3 flex items-center gap-3 border-t px-4 py-3 lg:col-span-1 lg:border-t-0 lg:border-l">
            <ShieldCheck className="size-5 text-primary-text" />
            <dt className="min-w-0">
              <span className="block font-semibold">Nothing has been written yet</span>
              <span className="block text-muted text-xs">
                This is a dry run. Import writes all rows or none.
              </span>
            </dt>
          </div>
        )}
      </dl>
      <div className="flex flex-col gap-3">
        {fates.length > 1 && (
          <Segmented<Shown>
            label="Rows"
            className="self-start"
            value={shown}
            onValueChange={setShown}
            options={[
              { value: "all", label: `All ${rows.length}` },
              ...fates.map((fate) => ({ value: fate, label: `${filters[fate]} ${count(fate)}` })),
            ]}
          />
        )}
        <DataTable
          // A page further on in one list is none in another.
          key={shown}
          label="Rows of the file"
          columns={isDone ? doneColumns : checkColumns}
          rows={shown === "all" ? rows : rows.filter(({ fate }) => fate === shown)}
          rowKey={({ row }) => String(row)}
          pageSize={20}
          empty={<EmptyState title="There are no rows under the heading" />}
        />
      </div>
    </div>
  );
}

function Figure({ label, value, isBad = false }: { label: string; value: number; isBad?: boolean }) {
  return (
    <div className="border-l px-4 py-3 first:border-l-0">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className={`type-page ${isBad && value > 0 ? "text-danger-text" : ""}`}>{value}</dd>
    </div>
  );
}

function Fate({ row, words }: { row: ImportRow; words: Record<ImportRow["fate"], string> }) {
  return (
    <div className="flex flex-col items-start gap-1 py-2">
      <Badge tone={tones[row.fate]}>{words[row.fate]}</Badge>
      {row.reasons.map((reason) => (
        <p
          key={reason}
          className={
            row.fate === "wrong" ? "flex gap-1.5 text-danger-text text-xs" : "flex gap-1.5 text-muted text-xs"
          }
        >
          {row.fate === "wrong" && <CircleAlert className="mt-px size-3.5" />}
          {reason}
        </p>
      ))}
    </div>
  );
}

const tones: Record<ImportRow["fate"], BadgeTone> = { create: "success", skip: "secondary", wrong: "error" };
const filters: Record<ImportRow["fate"], string> = { create: "Fine", skip: "Left out", wrong: "Problems" };

function columnsWith(words: Record<ImportRow["fate"], string>): Column<ImportRow>[] {
  return [
    {
      key: "row",
      header: "Row",
      cell: ({ row }) => <span className="text-muted">{row}</span>,
    },
    {
      key: "person",
      header: "Person",
      cell: ({ name, email }) => (
        <span className="block min-w-0 py-1.5">
          <span className="block font-semibold">{name || "No name"}</span>
          <span className="block break-all text-muted text-xs">{email || "No email"}</span>
        </span>
      ),
    },
    { key: "result", header: "Result", cell: (row) => <Fate row={row} words={words} /> },
  ];
}

const checkColumns = columnsWith({ create: "Create", skip: "Leave out", wrong: "Fix" });
const doneColumns = columnsWith({ create: "Created", skip: "Left out", wrong: "Not created" });
