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
      return "Kept on this device";
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
