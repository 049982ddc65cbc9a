import type { ImportRow } from "@atoll/contract/administration/import-routes";
import { Download, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useIsPhone } from "../../../lib/page/use-is-phone.ts";
import { downloadText } from "../../../lib/request/download.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FilterField } from "../../../ui/field/filter-field.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { Reasons, rowColumns } from "./row-columns.tsx";

export interface ImportCheckProps {
  rows: readonly ImportRow[];
  /** The rows that are wrong, as a file; empty when none is. */
  wrongCsv: string;
  /** True if the rows were written, so that the text is in the past tense. */
  isDone: boolean;
}

type Shown = "all" | ImportRow["fate"];

/** Every row's fate, with its reasons, and how many of each there are. */
export function ImportCheck({ rows, wrongCsv, isDone }: ImportCheckProps) {
  const isPhone = useIsPhone();
  const [shown, setShown] = useState<Shown>("all");
  const [text, setText] = useState("");
  const count = (fate: ImportRow["fate"]) => rows.filter((row) => row.fate === fate).length;
  const fates = (["wrong", "skip", "create"] as const).filter((fate) => count(fate) > 0);
  // The chosen filter may be empty by now, if nothing has a problem any more.
  const current = shown === "all" || fates.includes(shown) ? shown : "all";
  const sought = text.trim().toLowerCase();
  const visible = rows.filter(
    ({ fate, name, email }) =>
      (current === "all" || fate === current) && `${name}\n${email}`.toLowerCase().includes(sought),
  );
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <dl className="grid grid-cols-3 rounded-lg border bg-surface-raised shadow-1 lg:grid-cols-[1fr_1fr_1fr_1.5fr]">
        <Figure label={isDone ? "Created" : "To create"} value={count("create")} />
        <Figure label={isDone ? "Left out" : "Will be left out"} value={count("skip")} />
        <Figure label="Must be fixed" value={count("wrong")} isBad />
        {!isDone && (
          <div className="col-span-3 flex items-center gap-3 border-t px-4 py-3 lg:col-span-1 lg:border-t-0 lg:border-l">
            <ShieldCheck className="size-5 flex-none text-primary-text" />
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
        <div className="flex flex-wrap items-center gap-2">
          {fates.length > 1 && (
            <Segmented<Shown>
              label="Rows"
              value={current}
              onValueChange={setShown}
              options={[
                { value: "all", label: `All ${rows.length}` },
                ...fates.map((fate) => ({ value: fate, label: `${filters[fate]} ${count(fate)}` })),
              ]}
            />
          )}
          <FilterField
            className="w-48 max-md:w-full md:ml-auto"
            label="Filter rows"
            maxLength={100}
            onChange={setText}
            placeholder="Filter rows"
            value={text}
          />
          {wrongCsv && (
            <Button
              icon={Download}
              onClick={() => downloadText("rows-to-fix.csv", wrongCsv, "text/csv;charset=utf-8")}
            >
              Problems as CSV
            </Button>
          )}
        </div>
        <DataTable
          // A new filter starts on the first page.
          key={`${current} ${sought}`}
          below={(row) => row.reasons.length > 0 && <Reasons row={row} />}
          label="Rows of the file"
          columns={rowColumns(isDone, isPhone)}
          rows={visible}
          rowKey={({ row }) => String(row)}
          pageSize={20}
          empty={
            <EmptyState title={rows.length > 0 ? "No rows found" : "There are no rows under the heading"} />
          }
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

const filters: Record<ImportRow["fate"], string> = { create: "Fine", skip: "Left out", wrong: "Problems" };
