import type { ImportRow } from "@atoll/contract/administration/import-routes";
import { UserPlus } from "lucide-react";
import { countPeople } from "../../../lib/counted.ts";
import { Button } from "../../../ui/button/button.tsx";
import { countRows } from "./field-words.ts";
import type { ImportWork } from "./use-import.ts";

export interface ImportFootProps {
  work: ImportWork;
  rows: readonly ImportRow[];
}

/** The button that imports, at the bottom of the page, with the reason if it is disabled. */
export function ImportFoot({ work, rows }: ImportFootProps) {
  const { isBusy, leaveOut, created } = work;
  const toCreate = rows.filter(({ fate }) => fate === "create").length;
  const wrong = rows.filter(({ fate }) => fate === "wrong").length;
  const reason =
    wrong > 0
      ? `Fix or leave out ${countRows(wrong)} first. Nothing is imported while a row is wrong.`
      : toCreate === 0
        ? "There is nobody to create."
        : isBusy && created.createdCount > 0
          ? `${created.createdCount} of ${toCreate} created`
          : "No accounts are created while a row has errors.";
  return (
    <div className="sticky bottom-0 z-1 -mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t bg-surface px-4 py-3 md:-mx-6 md:px-6">
      <p className="text-muted text-xs" role="status">
        {reason}
      </p>
      {wrong > 0 && (
        <Button disabled={isBusy} onClick={work.leaveOutWrong} variant="ghost">
          Leave {wrong === 1 ? "it" : "them"} out
        </Button>
      )}
      {leaveOut.length > 0 && (
        <Button disabled={isBusy} onClick={work.takeBack} variant="ghost">
          Take {countRows(leaveOut.length)} back in
        </Button>
      )}
      <Button
        variant="primary"
        icon={UserPlus}
        disabled={wrong > 0 || toCreate === 0}
        loading={isBusy}
        onClick={work.run}
      >
        {labelOf(toCreate, wrong)}
      </Button>
    </div>
  );
}

/** Returns the button's label, with the number of employees only if no row is invalid. */
function labelOf(toCreate: number, wrong: number): string {
  if (wrong > 0 || toCreate === 0) return "Import";
  return `Import ${countPeople(toCreate)}`;
}
