import { buttonClass } from "../../../ui/button/button-class.ts";
import { Spinner } from "../../../ui/progress/spinner.tsx";
import { useAttachmentLink } from "../links/attachment-links.ts";
import { DownloadLink } from "../links/download-link.tsx";
import type { Attachment, AttachmentLink } from "../wire.ts";
import { TextPreview } from "./text-preview.tsx";
import { ZoomImage } from "./zoom-image.tsx";

export interface FilePreviewProps {
  attachment: Attachment;
  zoom: number;
  onZoom: (zoom: number) => void;
}

/** A file in the viewer, shown by what it is. */
export function FilePreview({ attachment, zoom, onZoom }: FilePreviewProps) {
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
      return <iframe src={link.url} title={originalName} className="min-h-0 w-full flex-1 border-0" />;
    case "text":
      return <TextPreview url={link.url} attachment={attachment} onError={renew} />;
    case "video":
      return (
        <div className={middle}>
          <video src={link.url} controls className="max-h-full max-w-full" onError={renew}>
            {/* What colleagues send has no captions. */}
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
