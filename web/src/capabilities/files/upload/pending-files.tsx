import { useSyncExternalStore } from "react";
import { ProgressBar } from "../../../ui/progress/progress-bar.tsx";
import { useUploads } from "./own-uploads.ts";
import type { Upload } from "./uploads.ts";

const none: readonly string[] = [];

/** The files of a message that is on its way, and how far they are. */
export function PendingFiles({ uploadIds = none }: { uploadIds?: readonly string[] | undefined }) {
  const uploads = useUploads();
  // Subscribe to one string that changes with the visible state, since the list itself is a new array each time.
  useSyncExternalStore(uploads.subscribe, () => uploads.find(uploadIds).map(describe).join());
  const files = uploads.find(uploadIds);
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files being uploaded" className="flex flex-col gap-1 py-1 text-muted text-xs">
      {files.map(({ id, file, sentBytes, attachment }) => (
        <li key={id} className="flex items-center gap-2">
          <span className="min-w-0 truncate">{file.name}</span>
          {!attachment && <ProgressBar label={`Uploading ${file.name}`} value={sentBytes} max={file.size} />}
        </li>
      ))}
    </ul>
  );
}

function describe({ id, sentBytes, attachment }: Upload): string {
  return `${id}:${attachment ? "there" : sentBytes}`;
}
