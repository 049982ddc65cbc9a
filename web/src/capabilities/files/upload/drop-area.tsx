import { Paperclip } from "lucide-react";
import { type ComponentPropsWithRef, type DragEvent, useState } from "react";
import { carriesFiles, transferredFiles } from "./transferred-files.ts";

export interface DropAreaProps extends Omit<ComponentPropsWithRef<"section">, "aria-label"> {
  label: string;
  /** Where the files go: "deploys". */
  name: string;
  disabled?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Takes files that are dragged over it, and shows that it does. */
export function DropArea({ label, name, disabled = false, onFiles, children, ...rest }: DropAreaProps) {
  // Entering a child fires before leaving its parent, so the area is left when all of it is.
  const [depth, setDepth] = useState(0);
  const accepts = ({ dataTransfer }: DragEvent) => !disabled && carriesFiles(dataTransfer);
  return (
    <section
      {...rest}
      aria-label={label}
      onDragEnter={(event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        setDepth((before) => before + 1);
      }}
      onDragOver={(event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
      }}
      onDragLeave={() => setDepth((before) => Math.max(0, before - 1))}
      onDrop={(event) => {
        setDepth(0);
        if (!accepts(event)) return;
        event.preventDefault();
        onFiles(transferredFiles(event.dataTransfer));
      }}
    >
      {children}
      {depth > 0 && !disabled && (
        <div className="pointer-events-none absolute inset-2 z-2 grid animate-appear place-items-center rounded-lg border-2 border-ring border-dashed bg-surface/90">
          <p role="status" className="flex items-center gap-2 font-semibold text-primary-text">
            <Paperclip className="size-4" aria-hidden="true" />
            {`Drop files to attach them to ${name}`}
          </p>
        </div>
      )}
    </section>
  );
}
