import { Copy, Download } from "lucide-react";
import { downloadText } from "../../../lib/request/download.ts";
import { Button } from "../../../ui/button/button.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import type { ImportOutcome } from "./api.ts";

/** The generated passwords of new people, which are shown only now. */
export function NewPasswords({ passwords }: Pick<ImportOutcome, "passwords">) {
  const lines = [["address", "name", "email", "password"]].concat(
    passwords.map(({ name, email, password }) => [`${location.origin}/login`, name, email, password]),
  );
  const csv = lines.map((cells) => cells.map(quoted).join(",")).join("\r\n");
  return (
    <InlineAlert
      action={
        <span className="flex flex-wrap gap-2">
          <Button icon={Copy} onClick={() => copyText(csv, "Passwords copied")} size="sm">
            Copy list
          </Button>
          <Button
            icon={Download}
            onClick={() => downloadText("first-passwords.csv", csv, "text/csv;charset=utf-8")}
            size="sm"
          >
            Download list
          </Button>
        </span>
      }
      tone="notice"
    >
      {passwords.length === 1 ? "A password was" : `${passwords.length} passwords were`} generated. Save the
      list now: it is not shown again once you leave this page. Everyone chooses their own password at the
      first sign-in.
    </InlineAlert>
  );
}

/** A spreadsheet takes a cell that begins with one of these for a formula. */
const formula = /^[=+\-@\t\r]/;

function quoted(cell: string): string {
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
