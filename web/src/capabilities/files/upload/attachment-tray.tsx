import { RotateCw, X } from "lucide-react";
import { useEffect, useState } from "react";
import { formatBytes } from "../../../lib/format-bytes.ts";
import { cx } from "../../../ui/base/cx.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { ProgressBar } from "../../../ui/progress/progress-bar.tsx";
import { fileKind } from "../links/file-kind.ts";
import { useUploads } from "./own-uploads.ts";
import type { Upload } from "./uploads.ts";
import { useTray } from "./use-tray.ts";

/** The files that will go with the message being written, each with how far it is. */
export function AttachmentTray({ place }: { place: string }) {
  const { uploads } = useTray(place);
  if (uploads.length === 0) return null;
  return (
    <ul aria-label="Attached files" className="flex max-h-40 flex-wrap gap-2 overflow-y-auto px-1 pb-2">
      {uploads.map((upload) => (
        <TrayFile key={upload.id} upload={upload} />
      ))}
    </ul>
  );
}

function TrayFile({ upload }: { upload: Upload }) {
  const uploads = useUploads();
  const { id, file, failure, canRetry, attachment } = upload;
  // The server's name has no characters that turn the others around.
  const name = attachment?.originalName ?? file.name;
  const isOnItsWay = !attachment && failure === null;
  return (
    <li
      aria-label={name}
      className={cx(
        "flex w-60 max-w-full max-md:w-full items-center gap-2 rounded-md border p-1.5",
        failure === null ? "bg-surface" : "border-danger bg-danger-soft",
      )}
    >
      <FileMark file={file} />
      <div className="min-w-0 flex-1 text-xs leading-4">
        <p className="truncate font-semibold" title={name}>
          {name}
        </p>
        {failure !== null ? (
          <p role="alert" className="text-danger-text">
            {failure}
          </p>
        ) : isOnItsWay ? (
          <ProgressBar
            label={`Uploading ${name}`}
            value={upload.sentBytes}
            max={file.size}
            className="mt-1.5 w-full"
          />
        ) : (
          <p className="text-muted">{formatBytes(file.size)}</p>
        )}
      </div>
      {failure !== null && canRetry && (
        <IconButton label={`Retry ${name}`} icon={RotateCw} size="xs" onClick={() => uploads.retry(id)} />
      )}
      <IconButton
        label={`${isOnItsWay ? "Cancel" : "Remove"} ${name}`}
        icon={X}
        size="xs"
        onClick={() => uploads.remove(id)}
      />
    </li>
  );
}

/** A small picture of an image, else the mark of its kind. */
function FileMark({ file }: { file: File }) {
  const isImage = /^image\/(png|jpeg|gif|webp|avif)$/.test(file.type);
  const url = useObjectUrl(isImage ? file : null);
  const { icon: Icon } = fileKind({ mimeType: file.type, originalName: file.name });
  if (url) return <img src={url} alt="" className="size-9 flex-none rounded-sm object-cover" />;
  return (
    <span className="grid size-9 flex-none place-items-center rounded-sm bg-surface-sunken text-muted">
      <Icon className="size-4" aria-hidden="true" />
    </span>
  );
}

/** An address for a file of this machine, good while it is shown; null for none. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file]);
  return url;
}
