import { ImageOff } from "lucide-react";
import { useAttachmentLink } from "../links/attachment-links.ts";
import type { Attachment } from "../wire.ts";

export interface ImageTileProps {
  attachment: Attachment;
  /** A single image keeps its aspect ratio. Several are square. */
  isAlone: boolean;
  onOpen: () => void;
}

const maxWidthPx = 320;
const maxHeightPx = 260;
const squarePx = 132;

/** A picture under a message. Its place is as large as it will be before it is there, so that nothing jumps. */
export function ImageTile({ attachment, isAlone, onOpen }: ImageTileProps) {
  const { link, renew, renewals } = useAttachmentLink(attachment.id);
  const { width, height } = isAlone ? fit(attachment) : { width: squarePx, height: squarePx };
  return (
    <button
      type="button"
      aria-label={`Open ${attachment.originalName}`}
      style={{ width, aspectRatio: `${width} / ${height}` }}
      className="grid max-w-full place-items-center overflow-hidden rounded-md border border-strong bg-surface-sunken"
      onClick={onOpen}
    >
      {link === null && <ImageOff className="size-5 text-faint" aria-hidden="true" />}
      {link && (
        <img
          key={renewals}
          src={link.thumbnailUrl ?? link.url}
          alt=""
          width={width}
          height={height}
          decoding="async"
          draggable={false}
          onError={renew}
          className={isAlone ? "size-full object-contain" : "size-full object-cover"}
        />
      )}
    </button>
  );
}

/** As large as its place allows, and never larger than it is. */
function fit({ width, height }: Attachment): { width: number; height: number } {
  if (!width || !height) return { width: maxWidthPx, height: Math.round((maxWidthPx * 3) / 4) };
  const scale = Math.min(1, maxWidthPx / width, maxHeightPx / height);
  // A line of pixels could not be pressed.
  return { width: Math.max(48, Math.round(width * scale)), height: Math.max(32, Math.round(height * scale)) };
}
