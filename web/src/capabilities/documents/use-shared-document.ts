import type { Subject } from "@atoll/contract/comments/schemas";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import type { DocumentContent } from "./sharing/document-content.ts";
import type { DocumentSnapshot, SharedDocument } from "./sharing/document-status.ts";
import { openSharedDocument } from "./sharing/shared-document.ts";

/**
 * The draft of a thing, open as long as the component is there; null for a moment at first.
 * @param content the same object each time; left out: the text of an article.
 */
export function useSharedDocument({ kind, id }: Subject, content?: DocumentContent): SharedDocument | null {
  const signedIn = useSignedIn();
  const [document, setDocument] = useState<SharedDocument | null>(null);
  /** Counts how often it was opened again without what the server did not take. */
  const [opening, setOpening] = useState(0);
  useEffect(() => {
    const opened = openSharedDocument(signedIn, { kind, id }, content, undefined, () =>
      setOpening(opening + 1),
    );
    setDocument(opened);
    return () => {
      setDocument(null);
      opened.close();
    };
  }, [signedIn, kind, id, content, opening]);
  return document;
}

/** How it is at the moment. */
export function useDocumentSnapshot(document: SharedDocument): DocumentSnapshot {
  return useSyncExternalStore(document.subscribe, document.getSnapshot);
}
