import { formatTime } from "../../../lib/time/format-date.ts";
import { Spinner } from "../../../ui/progress/spinner.tsx";
import type { DocumentStatus } from "../sharing/document-status.ts";

export function StatusText({ status }: { status: DocumentStatus }) {
  return (
    <span role="status" className="inline-flex items-center gap-1.5 whitespace-nowrap text-faint text-xs">
      {status.kind === "saving" && <Spinner size={12} className="text-faint" />}
      {statusInWords(status)}
    </span>
  );
}

/** "Kept" is said only once it is true: people close the page then. */
const keepingTexts = {
  kept: "Kept on this device",
  "on its way": "Saving on this device",
  impossible: "Only in this window",
} as const;

/** The state of the typed text, in a few words. */
export function statusInWords(status: DocumentStatus): string {
  switch (status.kind) {
    case "loading":
      return "Opening…";
    case "saving":
      return "Saving";
    case "paused":
      return "Saving is paused";
    case "saved":
      return `Saved ${formatTime(status.savedAt)}`;
    case "offline":
      return keepingTexts[status.keeping];
    case "read-only":
      return "You can read this draft";
    case "outdated":
      return "Reload to continue writing";
    case "ended":
      return "This draft has ended";
    case "revoked":
      return "No longer available";
    case "failed":
      return "Not saved";
  }
}
