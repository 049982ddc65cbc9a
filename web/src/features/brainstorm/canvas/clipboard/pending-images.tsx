import type { CanvasPoint } from "@atoll/contract/documents/canvas";
import { RotateCw, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { useUploads } from "../../../../capabilities/files/upload/own-uploads.ts";
import { persist } from "../../../../capabilities/files/upload/persist.ts";
import type { Upload, Uploads } from "../../../../capabilities/files/upload/uploads.ts";
import { type Attachment, maxAttachments } from "../../../../capabilities/files/wire.ts";
import { counted } from "../../../../lib/counted.ts";
import { hasCode } from "../../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { useSignedIn } from "../../../../lib/use-signed-in.tsx";
import { IconButton } from "../../../../ui/button/icon-button.tsx";
import { ProgressBar } from "../../../../ui/progress/progress-bar.tsx";
import { notify } from "../../../../ui/toast/toast.tsx";
import { attachImage } from "../../data/api.ts";
import { imageTypes, largestEdge } from "../add-image.tsx";
import { useBoardStore } from "../board-store.tsx";

/** Several images that are added together are side by side. */
const nextTo = largestEdge + 16;

export interface PendingImages {
  uploads: readonly Upload[];
  /** Where the middle of an image will be. Undefined for one of an earlier visit to the board. */
  placeOf(id: string): CanvasPoint | undefined;
  add(files: readonly File[], at: CanvasPoint): void;
  retry: Uploads["retry"];
  remove: Uploads["remove"];
}

/** The person's requests that attach uploads to boards, by upload: true once the server has done it. They outlive the canvas. */
const requestsOf = new WeakMap<Uploads, Map<string, Promise<boolean>>>();

/** Images on their way to the board. Each becomes an element once the server has it, also after the viewer left and came back. */
export function usePendingImages(onAdded: (elementId: string) => void): PendingImages {
  const { board, actions, mayWrite } = useBoardStore();
  const all = useUploads();
  const { realtime } = useSignedIn();
  const requests = requestsOf.get(all) ?? new Map<string, Promise<boolean>>();
  requestsOf.set(all, requests);
  const tray = `board:${board.id}`;
  const uploads = useSyncExternalStore(all.subscribe, () => all.tray(tray));
  const places = useRef(new Map<string, CanvasPoint>());
  const awaited = useRef(new Set<string>());
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  /** Attaches an image once, however often the canvas is opened in between. */
  function request({ id }: Upload, attachment: Attachment): Promise<boolean> {
    const send = () => attachImage(board.id, attachment.id);
    const { signal } = new AbortController();
    const attached = persist(send, { realtime, onProgress() {}, signal }).then(
      () => true,
      (error: unknown) => {
        requests.delete(id);
        const failure = errorMessage(error, `Failed to add ${attachment.originalName}`);
        all.fail(id, failure, !hasCode(error, "attachment_not_found"));
        return false;
      },
    );
    requests.set(id, attached);
    return attached;
  }
  const attach = useEffectEvent(async (upload: Upload): Promise<void> => {
    const { id, attachment, failure } = upload;
    if (!attachment || failure !== null || awaited.current.has(id)) return;
    awaited.current.add(id);
    const isAttached = await (requests.get(id) ?? request(upload, attachment));
    awaited.current.delete(id);
    if (isAttached) onAttached(id, attachment);
  });
  /** The canvas that is open takes the image. Without one, or while the viewer may not write, it stays in the tray. */
  const onAttached = useEffectEvent((id: string, attachment: Attachment) => {
    if (!mayWrite || !isOpen.current || all.find([id]).length === 0) return;
    requests.delete(id);
    all.forget((one) => one.id === id);
    onAdded(actions.addImage(attachment, largestEdge, places.current.get(id)));
  });
  const retryFailed = useEffectEvent(() => {
    for (const { id, attachment, failure, canRetry } of uploads)
      if (attachment && failure !== null && canRetry) all.retry(id);
  });
  useEffect(() => {
    if (mayWrite) retryFailed();
  }, [mayWrite]);
  useEffect(() => {
    if (mayWrite) for (const upload of uploads) void attach(upload);
  }, [uploads, mayWrite]);

  return {
    uploads,
    placeOf: (id) => places.current.get(id),
    add(files, at) {
      const images = files.filter(({ type }) => imageTypes.includes(type));
      if (images.length < files.length)
        notify.error("Only PNG, JPEG, GIF, WebP and AVIF images can be added.");
      const space = maxAttachments - all.tray(tray).length;
      if (images.length > space) notify.error(`Add at most ${counted(maxAttachments, "image")} at a time.`);
      const known = new Set(all.tray(tray).map(({ id }) => id));
      all.add(tray, images.slice(0, Math.max(0, space)));
      const added = all.tray(tray).filter(({ id }) => !known.has(id));
      for (const [index, { id }] of added.entries()) places.current.set(id, [at[0] + index * nextTo, at[1]]);
    },
    retry: all.retry,
    remove(id) {
      requests.delete(id);
      all.remove(id);
    },
  };
}

/** Images on their way, and those that could not be uploaded, where they will be. */
export function PendingImageList({ images }: { images: PendingImages }) {
  if (images.uploads.length === 0) return null;
  return (
    <ul
      aria-label="Images being added"
      className="absolute top-20 right-3 z-6 flex w-64 flex-col gap-1 rounded-md border bg-surface-raised p-1.5 shadow-2"
    >
      {images.uploads.map(({ id, file, failure, canRetry, sentBytes }) => (
        <li key={id} className="flex items-center gap-1.5 px-1 text-sm">
          <span className="min-w-0 flex-1">
            <span className="block truncate">{file.name}</span>
            {failure === null ? (
              <ProgressBar
                className="w-full"
                label={`Uploading ${file.name}`}
                value={sentBytes}
                max={file.size}
              />
            ) : (
              <span role="alert" className="block text-danger-text text-xs wrap-anywhere">
                {failure}
              </span>
            )}
          </span>
          {canRetry && failure !== null && (
            <IconButton
              size="sm"
              icon={RotateCw}
              label={`Try ${file.name} again`}
              onClick={() => images.retry(id)}
            />
          )}
          <IconButton size="sm" icon={X} label={`Remove ${file.name}`} onClick={() => images.remove(id)} />
        </li>
      ))}
    </ul>
  );
}
