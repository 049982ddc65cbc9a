import { Download, Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { downloadText } from "../../../lib/download.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { sampleCsv } from "./sample.ts";
import type { useImport } from "./use-import.ts";

/** A file to choose or drop, or its text to paste; beside it what must be in it. */
export function ChooseFile({ work }: { work: ReturnType<typeof useImport> }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="flex flex-col gap-4">
        <DropZone isBusy={work.isBusy} onChoose={work.choose} />
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
              value={work.text}
              onChange={(event) => work.write(event.target.value)}
            />
            <Button
              variant={work.text.trim() ? "primary" : "secondary"}
              disabled={work.text.trim() === ""}
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

function DropZone({ isBusy, onChoose }: { isBusy: boolean; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !isBusy) onChoose(file);
  }
  return (
    <section
      aria-label="File"
      className={cx(
        "flex flex-col items-center gap-3 rounded-lg border border-dashed px-6 py-10 text-center transition-colors duration-fast",
        isOver ? "border-primary bg-primary-soft" : "border-strong bg-surface-raised",
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Upload className="size-5 text-faint" />
      <p className="font-semibold">Drop a CSV file here</p>
      <Button icon={Upload} loading={isBusy} onClick={() => input.current?.click()}>
        Choose file
      </Button>
      <p className="text-faint text-xs">Nothing is written before you have seen what would happen.</p>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label="CSV file"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // So that the same file, once mended, can be chosen again.
          event.target.value = "";
          if (file) onChoose(file);
        }}
      />
    </section>
  );
}

const columns = [
  ["name", "First and last name"],
  ["email", "What the person signs in with"],
  ["password", "At least 10 characters, to be changed by the person"],
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
    </Card>
  );
}
