import { Download } from "lucide-react";
import { downloadText } from "../../../lib/request/download.ts";
import { Button } from "../../../ui/button/button.tsx";
import { DropZone } from "../../../ui/field/drop-zone.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { sampleCsv } from "./sample.ts";
import type { ImportWork } from "./use-import.ts";

/** A file to choose, drop or paste as text, with a description of the format. */
export function ChooseFile({ work }: { work: ImportWork }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="flex flex-col gap-4">
        <DropZone
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          isBusy={work.isBusy}
          label="CSV file"
          note="Nothing is written before you have seen what would happen."
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
  ["email", "What the person signs in with"],
  [
    "password",
    "At least 10 characters, to be changed by the person. Without this column, Atoll generates passwords",
  ],
  ["roles", "Optional; several with semicolons, none means user"],
  ["departments", "Optional; several with semicolons"],
] as const;

function Columns() {
  return (
    <Card
      title="Columns"
      action={
        <Button
          size="sm"
          variant="ghost"
          icon={Download}
          onClick={() => downloadText("atoll-import-sample.csv", sampleCsv, "text/csv;charset=utf-8")}
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
