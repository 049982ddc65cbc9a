import { useSyncExternalStore } from "react";
import { useUploads } from "./own-uploads.ts";
import type { Upload } from "./uploads.ts";

export interface Tray {
  uploads: readonly Upload[];
  /** Something lies in it that cannot be sent: it must be tried again or taken out first. */
  hasFailure: boolean;
  add: (files: readonly File[]) => void;
  /** Empties it into a message; the ids to send that with. */
  take: () => string[];
}

/** Returns the files attached to the text being written in one place. */
export function useTray(place: string): Tray {
  const uploads = useUploads();
  const items = useSyncExternalStore(uploads.subscribe, () => uploads.tray(place));
  return {
    uploads: items,
    hasFailure: items.some(({ failure }) => failure !== null),
    add: (files) => uploads.add(place, files),
    take: () => uploads.take(place).map(({ id }) => id),
  };
}
