import { Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { cx } from "../base/cx.ts";
import { Button } from "../button/button.tsx";

export interface DropZoneProps {
  /** "Drop a CSV file here" */
  title: string;
  /** The label of the file field: "CSV file". */
  label: string;
  /** The accepted file types, as in the `accept` attribute of an input. */
  accept: string;
  /** A line below the button. */
  note: string;
  isBusy: boolean;
  onChoose: (file: File) => void;
}

/** A place to drop a file on, with a button that chooses one. */
export function DropZone({ title, label, accept, note, isBusy, onChoose }: DropZoneProps) {
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
      <p className="font-semibold">{title}</p>
      <Button icon={Upload} loading={isBusy} onClick={() => input.current?.click()}>
        Choose file
      </Button>
      <p className="text-faint text-xs">{note}</p>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
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
