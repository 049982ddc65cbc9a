import { type FilePlace, readFilePlace } from "@atoll/contract/files/links";
import { useState } from "react";
import type { Attachment } from "../wire.ts";

/**
 * The file of a list that is open in the viewer, and how to open another, or with null none. A file that the address
 * names is open from the start, at the place in it that the address names.
 */
export function useShownFile(files: readonly Attachment[]): [FilePlace | null, (id: string | null) => void] {
  const [shown, setShown] = useState(() => {
    const place = readFilePlace(location.hash);
    return place && files.some(({ id, preview }) => id === place.id && preview !== null) ? place : null;
  });
  function show(id: string | null) {
    setShown(id === null ? null : { id });
    // Otherwise the file would open again when the list is drawn again.
    if (readFilePlace(location.hash)?.id === shown?.id)
      history.replaceState(history.state, "", location.pathname + location.search);
  }
  return [shown, show];
}
