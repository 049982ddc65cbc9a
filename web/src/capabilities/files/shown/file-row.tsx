import { Download } from "lucide-react";
import { formatBytes } from "../../../lib/format-bytes.ts";
import { cx } from "../../../ui/base/cx.ts";
import { useAttachmentLink } from "../links/attachment-links.ts";
import { DownloadLink } from "../links/download-link.tsx";
import { fileKind } from "../links/file-kind.ts";
import type { Attachment } from "../wire.ts";

export interface FileRowProps {
  attachment: Attachment;
  /** Shows it in the viewer; without this it can only be saved. */
  onOpen?: (() => void) | undefined;
}

/** A file under a message: what it is called, how large it is, and the ways to it. DESIGN.md, message row. */
export function FileRow({ attachment, onOpen }: FileRowProps) {
  const { originalName, sizeBytes, mimeType } = attachment;
  const { link } = useAttachmentLink(attachment.id);
  const { icon: Icon, label } = fileKind(attachment);
  const title = (
    <span title={originalName} className="block truncate font-semibold">
      {originalName}
    </span>
  );
  return (
    <div className="relative flex w-[320px] max-w-full items-center gap-3 rounded-md border border-strong bg-surface-raised p-2">
      <span
        className={cx(
          "grid size-9 flex-none place-items-center rounded-sm",
          mimeType === "application/pdf" ? "bg-danger-soft text-danger-text" : "bg-surface-sunken text-muted",
        )}
      >
        <Icon className="size-4" aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1 leading-[18px]">
        {onOpen ? (
          <button
            type="button"
            // All of the row can be pressed.
            className="block w-full text-left after:absolute after:inset-0 hover:underline"
            onClick={onOpen}
          >
            {title}
          </button>
        ) : (
          title
        )}
        <span className="block truncate text-muted text-xs">
          {link === null
            ? "This file does not exist, or you cannot see it."
            : `${label} · ${formatBytes(sizeBytes)}`}
        </span>
      </span>
      {link && (
        <DownloadLink
          attachment={attachment}
          link={link}
          className="relative grid size-8 flex-none place-items-center rounded-sm text-muted hover:bg-surface-active hover:text-text max-md:size-9"
        >
          <Download className="size-4" aria-hidden="true" />
        </DownloadLink>
      )}
    </div>
  );
}
