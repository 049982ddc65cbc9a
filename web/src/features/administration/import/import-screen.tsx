import { Download, FileText, Pencil, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { useAllDepartments } from "../../../capabilities/people/use-all-departments.ts";
import { downloadText } from "../../../lib/request/download.ts";
import { Button } from "../../../ui/button/button.tsx";
import { DropZone } from "../../../ui/field/drop-zone.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { ColumnsCard } from "./columns-card.tsx";
import { countRows, delimiterWord } from "./field-words.ts";
import { ImportCheck } from "./import-check.tsx";
import { ImportFoot } from "./import-foot.tsx";
import { ImportSteps } from "./import-steps.tsx";
import { MapColumns } from "./map-columns.tsx";
import { NewPasswords } from "./new-passwords.tsx";
import { type ImportWork, useImport } from "./use-import.ts";

/** A file to begin from, with one person of each kind: all columns, several of the company's departments, and the shortest. */
function sampleCsv(departments: readonly { name: string }[]): string {
  const [first = "", second = ""] = departments.map(({ name }) => (/[,;"]/.test(name) ? "" : name));
  return [
    "name,email,password,roles,departments",
    `Ottilie Brandt,ottilie.brandt@example.com,change-me-at-once-1,user,${first}`,
    `Mateus Rocha,mateus.rocha@example.com,change-me-at-once-2,user,${[first, second].filter(Boolean).join(";")}`,
    "Nadia Karim,nadia.karim@example.com,change-me-at-once-3,,",
    "",
  ].join("\r\n");
}

/** A file to choose, drop or paste as text, with a description of the format. */
function ChooseFile({ work }: { work: ImportWork }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="flex flex-col gap-4">
        <DropZone
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          isBusy={work.isBusy}
          label="CSV file"
          note="You see a preview before anything is saved."
          onChoose={work.choose}
          title="Drop a CSV file here"
        />
        <Card title="Or paste the rows">
          <div className="flex flex-col items-start gap-3">
            <TextArea
              label="Rows as CSV text"
              hideLabel
              rows={8}
              className="w-full"
              placeholder="name,email,password,roles,departments"
              spellCheck={false}
              autoComplete="off"
              value={work.csv}
              onChange={(event) => work.write(event.target.value)}
            />
            <Button
              variant={work.csv.trim() ? "primary" : "secondary"}
              disabled={work.csv.trim() === ""}
              loading={work.isBusy}
              onClick={work.check}
            >
              Check rows
            </Button>
          </div>
        </Card>
      </div>
      <Columns />
    </div>
  );
}

const columns = [
  ["name", "First and last name, also in two columns"],
  ["email", "Used to sign in"],
  [
    "password",
    "At least 10 characters, to be changed by the person. Without this column, Atoll generates passwords",
  ],
  ["roles", "Optional. Separate several with semicolons. Leave blank for user"],
  ["departments", "Optional; several with semicolons"],
] as const;

function Columns() {
  const departments = useAllDepartments();
  return (
    <Card
      title="Columns"
      action={
        <Button
          size="sm"
          variant="ghost"
          icon={Download}
          onClick={() =>
            downloadText("atoll-import-sample.csv", sampleCsv(departments), "text/csv;charset=utf-8")
          }
        >
          Sample file
        </Button>
      }
    >
      <dl className="flex flex-col">
        {columns.map(([name, meaning]) => (
          <div key={name} className="border-b py-2 first:pt-0 last:border-b-0 last:pb-0">
            <dt className="font-mono text-xs">{name}</dt>
            <dd className="text-muted text-xs">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-muted text-xs">
        Usual headings in English, German, French, Spanish and Portuguese are understood; others you match by
        hand in the next step.
      </p>
    </Card>
  );
}

export interface ImportScreenProps {
  /** Puts the page's buttons in their place. */
  renderActions: (buttons: ReactNode) => ReactNode;
  /** Leads to the table of users, once there are new ones. */
  renderUsersLink: (label: string) => ReactNode;
}

/** Employees from a CSV file: choose it, see every row's fate, then import all of it or nothing. */
export function ImportScreen({ renderActions, renderUsersLink }: ImportScreenProps) {
  const work = useImport();
  const { step, outcome, created, error, isBusy, filename, encoding, isGuessed } = work;
  const facts = outcome && [
    ...(outcome.rows.length > 0 ? [countRows(outcome.rows.length)] : []),
    delimiterWord(outcome.delimiter),
    ...(encoding ? [encoding] : []),
  ];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <ImportSteps current={step} />
        {facts && step !== "choose" && (
          <p className="flex min-w-0 max-w-full items-center gap-1.5 text-muted text-xs md:ml-auto">
            <FileText className="size-3.5 flex-none text-faint" />
            {filename && <span className="truncate font-medium">{filename}</span>}
            <span className="flex-none">{facts.join(", ")}</span>
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
      {(step === "map" || step === "check") &&
        renderActions(
          <>
            <Button variant="ghost" icon={RotateCcw} disabled={isBusy} onClick={work.restart}>
              Start over
            </Button>
            <Button icon={Pencil} disabled={isBusy} onClick={work.edit}>
              Change rows
            </Button>
          </>,
        )}
      {step === "map" && outcome && (
        <MapColumns
          // The fields show the columns as the server understood them.
          key={outcome.columns.map(({ field }) => field).join()}
          columns={outcome.columns}
          isBusy={isBusy}
          onMap={work.map}
          problem={outcome.columnProblem}
        />
      )}
      {step === "check" && outcome && (
        <>
          {!outcome.columns.some(({ field }) => field === "password") && (
            <InlineAlert tone="info">
              The file has no column for passwords. Atoll generates one for each person, and shows the list
              once after the import.
            </InlineAlert>
          )}
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_280px]">
            <ImportCheck rows={outcome.rows} wrongCsv={outcome.wrongCsv} isDone={false} />
            <ColumnsCard columns={outcome.columns} onChange={isBusy ? undefined : work.changeColumns} />
          </div>
          {created.passwords.length > 0 && <NewPasswords passwords={created.passwords} />}
          <ImportFoot work={work} rows={outcome.rows} />
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
            {created.createdCount === 1
              ? "1 person was created and can sign in."
              : `${created.createdCount} people were created and can sign in.`}
          </InlineAlert>
          {created.passwords.length > 0 && <NewPasswords passwords={created.passwords} />}
          <ImportCheck rows={outcome.rows} wrongCsv="" isDone />
        </>
      )}
    </div>
  );
}
