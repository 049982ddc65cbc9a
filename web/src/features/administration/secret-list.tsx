import { Copy, Download } from "lucide-react";
import type { ReactNode } from "react";
import { downloadText } from "../../lib/request/download.ts";
import { Button } from "../../ui/button/button.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { copyText } from "../../ui/toast/copy-text.ts";

export interface SecretListProps {
  /** The rows of the list, the heading first. */
  lines: readonly (readonly string[])[];
  fileName: string;
  /** The toast after copying. */
  copied: string;
  children: ReactNode;
  onDismiss?: () => void;
}

/** Passwords or links of new people, which are shown only now: to be copied, or saved as a CSV file. */
export function SecretList({ lines, fileName, copied, children, onDismiss }: SecretListProps) {
  const csv = lines.map((cells) => cells.map(quoted).join(",")).join("\r\n");
  return (
    <InlineAlert
      action={
        <span className="flex flex-wrap gap-2">
          <Button icon={Copy} onClick={() => copyText(csv, copied)} size="sm">
            Copy list
          </Button>
          <Button
            icon={Download}
            onClick={() => downloadText(fileName, csv, "text/csv;charset=utf-8")}
            size="sm"
          >
            Download list
          </Button>
        </span>
      }
      onDismiss={onDismiss}
      tone="notice"
    >
      {children}
    </InlineAlert>
  );
}

/** A spreadsheet takes a cell that begins with one of these for a formula. */
const formula = /^[=+\-@\t\r]/;

function quoted(cell: string): string {
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
