import type { ReactNode } from "react";
import { Button } from "../../../ui/button/button.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import type { DocumentStatus } from "../sharing/document-status.ts";

/** Said to the one person whose changes wait. */
export const pausedText =
  "Saving is paused for you, because your last changes took the server long to check. What you type is kept on this device. Saving continues by itself, usually within a minute. Others are not affected.";

/** Above the text, when the person has to know or do something. */
export function StatusNotice({ status }: { status: DocumentStatus }) {
  const notice = noticeOf(status);
  if (!notice) return null;
  return (
    <InlineAlert tone={notice.tone} action={notice.action} className="m-3">
      {notice.text}
    </InlineAlert>
  );
}

function noticeOf(
  status: DocumentStatus,
): { tone: "error" | "notice" | "info"; text: string; action?: ReactNode } | undefined {
  const reload = (
    <Button size="sm" variant="secondary" onClick={() => location.reload()}>
      Reload
    </Button>
  );
  switch (status.kind) {
    case "loading":
      return status.failure === undefined
        ? undefined
        : { tone: "error", text: status.failure, action: reload };
    case "offline":
      return status.keeping === "impossible"
        ? {
            tone: "notice",
            text: "You are offline, and this browser cannot keep what you type. Leave this window open until you are connected again, or copy your text.",
          }
        : { tone: "info", text: "You are offline. What you type is kept on this device and saved later." };
    case "paused":
      return { tone: "info", text: pausedText };
    case "outdated":
      return {
        tone: "notice",
        text: "Others are using a newer version of this page. Reload it to continue writing.",
        action: reload,
      };
    case "ended":
      return {
        tone: "notice",
        text: "This draft was published or discarded. Text that was not saved is listed below.",
        action: reload,
      };
    case "revoked":
      return {
        tone: "notice",
        text: "You no longer have access to this draft. You can still copy your own text.",
      };
    case "failed":
      return { tone: "error", text: status.message, action: reload };
    default:
      return undefined;
  }
}
