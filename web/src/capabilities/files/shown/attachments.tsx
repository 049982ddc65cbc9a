import { ImageDown, ImageOff } from "lucide-react";
import { formatBytes } from "../../../lib/format-bytes.ts";
import { savesData } from "../../../lib/page/save-data.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { showLoadFailure } from "../../../ui/toast/load-failure.ts";
import { useAttachmentLink } from "../links/attachment-links.ts";
import type { Attachment } from "../wire.ts";
import { FileRow } from "./file-row.tsx";
import { useShownFile } from "./use-shown-file.ts";

interface ImageTileProps {
  attachment: Attachment;
  /** A single image keeps its aspect ratio. Several are square. */
  isAlone: boolean;
  onOpen: () => void;
}

const maxWidthPx = 320;
const maxHeightPx = 260;
const squarePx = 132;

/**
 * A picture under a message. Its place is as large as it will be before it is there, so that nothing jumps. A person who
 * saves data sees how large the file is, and loads it by a press.
 */
function ImageTile({ attachment, isAlone, onOpen }: ImageTileProps) {
  const { width, height } = isAlone ? fit(attachment) : { width: squarePx, height: squarePx };
  return (
    <button
      type="button"
      aria-label={`Open ${attachment.originalName}`}
      style={{ width, aspectRatio: `${width} / ${height}` }}
      className="grid max-w-full place-items-center overflow-hidden rounded-md border border-strong bg-surface-sunken"
      onClick={onOpen}
    >
      {savesData() ? (
        <span className="flex flex-col items-center gap-1 p-1 text-muted text-xs">
          <ImageDown className="size-5 text-faint" aria-hidden="true" />
          {formatBytes(attachment.sizeBytes)}
        </span>
      ) : (
        <Preview attachment={attachment} width={width} height={height} isAlone={isAlone} />
      )}
    </button>
  );
}

interface PreviewProps {
  attachment: Attachment;
  width: number;
  height: number;
  isAlone: boolean;
}

function Preview({ attachment, width, height, isAlone }: PreviewProps) {
  const { link, renew, renewals } = useAttachmentLink(attachment.id);
  if (link === null) return <ImageOff className="size-5 text-faint" aria-hidden="true" />;
  return (
    link && (
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
    )
  );
}

/** As large as its place allows, and never larger than it is. */
function fit({ width, height }: Attachment): { width: number; height: number } {
  if (!width || !height) return { width: maxWidthPx, height: Math.round((maxWidthPx * 3) / 4) };
  const scale = Math.min(1, maxWidthPx / width, maxHeightPx / height);
  // A line of pixels could not be pressed.
  return { width: Math.max(48, Math.round(width * scale)), height: Math.max(32, Math.round(height * scale)) };
}

const viewerPart = lazyPart(() => import("../viewer/attachment-viewer.tsx"));

/** The attachments below a text: images side by side, other files in rows. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const [shown, show] = useShownFile(attachments);
  const part = useLazyPart(viewerPart, shown !== null, () => {
    show(null);
    showLoadFailure();
  });
  if (attachments.length === 0) return null;
  const images = attachments.filter(({ preview }) => preview === "image");
  const files = attachments.filter(({ preview }) => preview !== "image");
  return (
    <div className="flex flex-col gap-1.5 py-1">
      {images.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {images.map((image) => (
            <ImageTile
              key={image.id}
              attachment={image}
              isAlone={images.length === 1}
              onOpen={() => show(image.id)}
            />
          ))}
        </div>
      )}
      {files.map((file) => (
        <FileRow
          key={file.id}
          attachment={file}
          onOpen={file.preview === null ? undefined : () => show(file.id)}
        />
      ))}
      {part && shown && (
        <part.AttachmentViewer
          attachments={[...images, ...files].filter(({ preview }) => preview !== null)}
          shownId={shown.id}
          place={shown}
          onShow={show}
          onClose={() => show(null)}
        />
      )}
    </div>
  );
}
