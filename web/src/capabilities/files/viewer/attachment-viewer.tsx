import type { FilePlace } from "@atoll/contract/files/links";
import { Dialog } from "@base-ui/react/dialog";
import { ChevronLeft, ChevronRight, Download, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { formatBytes } from "../../../lib/format-bytes.ts";
import { useCloseByBack } from "../../../ui/base/close-by-back.ts";
import { overlayBackdrop } from "../../../ui/base/floating.ts";
import { buttonClass } from "../../../ui/button/button-class.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Spinner } from "../../../ui/progress/spinner.tsx";
import { useAttachmentLink } from "../links/attachment-links.ts";
import { DownloadLink } from "../links/download-link.tsx";
import { fileKind } from "../links/file-kind.ts";
import type { Attachment, AttachmentLink } from "../wire.ts";
import { TextPreview } from "./text-preview.tsx";
import { limitZoom, zoomStep } from "./zoom.ts";
import { ZoomImage } from "./zoom-image.tsx";

interface FilePreviewProps {
  attachment: Attachment;
  zoom: number;
  onZoom: (zoom: number) => void;
  place: FilePlace | undefined;
}

/** A file in the viewer, shown by what it is. */
function FilePreview({ attachment, zoom, onZoom, place }: FilePreviewProps) {
  const { link, error, renew, isRenewing, renewals } = useAttachmentLink(attachment.id);
  const { preview, originalName } = attachment;
  // A frame would show that the old one has ended.
  if (!link || isRenewing) {
    return (
      <div className={middle}>
        {!isRenewing && (link === null || error) ? (
          <p role="alert" className="text-muted">
            This file does not exist, or you cannot see it.
          </p>
        ) : (
          <Spinner size={28} label="Loading the file" />
        )}
      </div>
    );
  }
  switch (preview) {
    case "image":
      return (
        <ZoomImage
          key={renewals}
          url={link.url}
          attachment={attachment}
          zoom={zoom}
          onZoom={onZoom}
          onError={renew}
        />
      );
    case "pdf":
      // Telephones have no reader for PDFs in a page; the frame would stay empty, or save the file unasked.
      if (!navigator.pdfViewerEnabled) return <NotShown link={link} attachment={attachment} />;
      return (
        <iframe
          // The readers of browsers go to a page that the address names.
          src={place?.page ? `${link.url}#page=${place.page}` : link.url}
          title={originalName}
          className="min-h-0 w-full flex-1 border-0"
        />
      );
    case "text":
      return <TextPreview url={link.url} attachment={attachment} onError={renew} line={place?.line} />;
    case "video":
      return (
        <div className={middle}>
          <video src={link.url} controls className="max-h-full max-w-full" onError={renew}>
            {/* Files of colleagues have no captions. */}
            <track kind="captions" />
          </video>
        </div>
      );
    case "audio":
      return (
        <div className={middle}>
          <audio src={link.url} controls className="w-[min(480px,90%)]" onError={renew}>
            <track kind="captions" />
          </audio>
        </div>
      );
    default:
      return <NotShown link={link} attachment={attachment} />;
  }
}

function NotShown({ link, attachment }: { link: AttachmentLink; attachment: Attachment }) {
  return (
    <div className={middle}>
      <div className="flex max-w-full flex-col items-center gap-3 text-center">
        <p className="text-muted">This browser cannot show this kind of file.</p>
        <DownloadLink attachment={attachment} link={link} className={buttonClass({ variant: "primary" })}>
          Download
        </DownloadLink>
      </div>
    </div>
  );
}

const middle = "grid min-h-0 flex-1 place-items-center overflow-hidden p-4";

export interface AttachmentViewerProps {
  /** Those of one message that can be shown. */
  attachments: readonly Attachment[];
  shownId: string;
  onShow: (attachmentId: string) => void;
  onClose: () => void;
  /** Where one of the files opens. */
  place?: FilePlace | undefined;
}

/** Files at the size of the window, one after the other: the arrow keys move, Escape closes. */
export function AttachmentViewer({ attachments, shownId, onShow, onClose, place }: AttachmentViewerProps) {
  const index = attachments.findIndex(({ id }) => id === shownId);
  const shown = attachments[index];
  const { link } = useAttachmentLink(shownId);
  const popup = useRef<HTMLDivElement>(null);
  const [zoom, setZoomTo] = useState(1);
  const setZoom = (next: number) => setZoomTo(limitZoom(next));
  useCloseByBack(shown !== undefined, onClose);
  if (!shown) return null;

  function move(step: number) {
    const next = attachments[index + step];
    if (!next) return;
    onShow(next.id);
    // Every file is whole when it is seen.
    setZoom(1);
    // The button that was pressed may be of no use at the new place, and would take the focus with it.
    popup.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    // The list of messages behind it has the same keys.
    event.stopPropagation();
    if (event.target instanceof HTMLMediaElement || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowRight") move(1);
    if (event.key === "ArrowLeft") move(-1);
    if (event.key === "+" || event.key === "=") setZoom(zoom * zoomStep);
    if (event.key === "-") setZoom(zoom / zoomStep);
    if (event.key === "0") setZoom(1);
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlayBackdrop} />
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          onKeyDown={onKeyDown}
          className="fixed inset-3 z-modal flex flex-col overflow-hidden rounded-xl border bg-surface-raised text-text shadow-4 outline-none max-md:inset-0 max-md:rounded-none"
        >
          <header className="flex flex-none items-center gap-1 border-b py-2 pr-3 pl-4">
            <div className="min-w-0 flex-1">
              <Dialog.Title className="truncate font-semibold">{shown.originalName}</Dialog.Title>
              <Dialog.Description className="truncate text-muted text-xs">
                {`${fileKind(shown).label} · ${formatBytes(shown.sizeBytes)}`}
                {attachments.length > 1 && ` · ${index + 1} of ${attachments.length}`}
              </Dialog.Description>
            </div>
            {attachments.length > 1 && (
              <>
                <IconButton
                  label="Previous file"
                  icon={ChevronLeft}
                  disabled={index === 0}
                  onClick={() => move(-1)}
                />
                <IconButton
                  label="Next file"
                  icon={ChevronRight}
                  disabled={index === attachments.length - 1}
                  onClick={() => move(1)}
                />
              </>
            )}
            {link && (
              <DownloadLink
                attachment={shown}
                link={link}
                className="grid size-8 flex-none place-items-center rounded-sm text-muted hover:bg-surface-active hover:text-text max-md:size-9"
              >
                <Download className="size-4" aria-hidden="true" />
              </DownloadLink>
            )}
            <IconButton label="Close" icon={X} onClick={onClose} />
          </header>
          <FilePreview
            key={shown.id}
            attachment={shown}
            zoom={zoom}
            onZoom={setZoom}
            place={place?.id === shown.id ? place : undefined}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
