import { FileText, Pencil, RotateCcw, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button/button.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { ImportCheck } from "./import-check.tsx";
import { ImportSteps } from "./import-steps.tsx";
import { useImport } from "./use-import.ts";

export interface ImportScreenProps {
  /** Puts the page's buttons in their place. */
  renderActions: (buttons: ReactNode) => ReactNode;
  /** Leads to the table of users, once there are new ones. */
  renderUsersLink: (label: string) => ReactNode;
}

/** Employees from a CSV file: choose it, see every row's fate, then import all of it or nothing. */
export function ImportScreen({ renderActions, renderUsersLink }: ImportScreenProps) {
  const work = useImport();
  const { step, outcome, error, isBusy, filename, isGuessed } = work;
  const rows = outcome?.rows ?? [];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <ImportSteps current={step} />
        {filename && step !== "choose" && (
          <p className="ml-auto flex min-w-0 items-center gap-1.5 text-muted text-xs">
            <FileText className="size-3.5 text-faint" />
            <span className="truncate">{filename}</span>
          </p>
        )}
      </div>
      {error && <InlineAlert tone="error">{error}</InlineAlert>}
      {isGuessed && step !== "done" && (
        <InlineAlert tone="notice">
          This file is not saved as UTF-8. Check that names with accents are right.
        </InlineAlert>
      )}
      {step === "choose" && <ChooseFile work={work} />}
      {step === "check" && (
        <>
          {renderActions(
            <>
              <Button variant="ghost" icon={RotateCcw} disabled={isBusy} onClick={work.restart}>
                Start over
              </Button>
              <Button icon={Pencil} disabled={isBusy} onClick={work.edit}>
                Change rows
              </Button>
            </>,
          )}
          <ImportCheck rows={rows} isDone={false} />
          <ImportButton
            toCreate={rows.filter(({ fate }) => fate === "create").length}
            wrong={rows.filter(({ fate }) => fate === "wrong").length}
            isBusy={isBusy}
            onImport={work.run}
          />
        </>
      )}
      {step === "done" && outcome && (
        <>
          {renderActions(
            <Button icon={RotateCcw} onClick={work.restart}>
              Import another file
            </Button>,
          )}
          <InlineAlert tone="success" action={renderUsersLink("See users")}>
            {outcome.createdCount === 1
              ? "1 person was created and can sign in."
              : `${outcome.createdCount} people were created and can sign in.`}
          </InlineAlert>
          <ImportCheck rows={rows} isDone />
        </>
      )}
    </div>
  );
}

interface ImportButtonProps {
  toCreate: number;
  wrong: number;
  isBusy: boolean;
  onImport: () => void;
}

/** Stays at the foot of the page, and says why it cannot be pressed. */
function ImportButton({ toCreate, wrong, isBusy, onImport }: ImportButtonProps) {
  const reason =
    wrong > 0
      ? `Fix ${wrong} ${wrong === 1 ? "row" : "rows"} first. Nothing is imported while a row is wrong.`
      : toCreate === 0
        ? "There is nobody to create."
        : "All of them are created at once, or nobody.";
  return (
    <div className="sticky bottom-0 z-1 -mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t bg-surface px-4 py-3 md:-mx-6 md:px-6">
      <p className="text-muted text-xs">{reason}</p>
      <Button
        variant="primary"
        icon={UserPlus}
        disabled={wrong > 0 || toCreate === 0}
        loading={isBusy}
        onClick={onImport}
      >
        Import {toCreate} {toCreate === 1 ? "person" : "people"}
      </Button>
    </div>
  );
}
