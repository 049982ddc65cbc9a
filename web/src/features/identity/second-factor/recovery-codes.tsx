import { Copy, Download } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { downloadText } from "../../../lib/request/download.ts";
import { Button } from "../../../ui/button/button.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";

export interface RecoveryCodesProps {
  codes: readonly string[];
  /** The account's email, for the file. */
  email: string;
}

/** The recovery codes, which are shown only once, with buttons to copy and download them. */
export function RecoveryCodes({ codes, email }: RecoveryCodesProps) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => list.current?.focus(), []);
  const shown = codes.map(inTwo);
  const copy = () => {
    navigator.clipboard.writeText(shown.join("\n")).then(
      () => notify.success("Recovery codes copied"),
      () => notify.error("The codes could not be copied. Please select and copy them yourself."),
    );
  };
  return (
    <>
      <InlineAlert tone="notice">
        These codes are not shown again. Each lets you in once when you are without your phone.
      </InlineAlert>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-md bg-surface-sunken p-3 font-mono text-sm outline-none"
        ref={list}
        tabIndex={-1}
        translate="no"
      >
        {shown.map((code) => (
          <li className="text-center" key={code}>
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {/* Browsers offer the clipboard to secure pages only. */}
        {"clipboard" in navigator && (
          <Button icon={Copy} onClick={copy} size="sm">
            Copy
          </Button>
        )}
        <Button icon={Download} onClick={() => download(email, shown)} size="sm">
          Download
        </Button>
      </div>
    </>
  );
}

/** "abcde-fghij": easier to read and to type; the dash does not matter when the code is used. */
function inTwo(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)}-${code.slice(half)}`;
}

function download(email: string, codes: readonly string[]): void {
  const lines = [`Recovery codes of ${email} at ${location.host}`, "", ...codes, ""];
  downloadText("atoll-recovery-codes.txt", lines.join("\n"), "text/plain");
}
