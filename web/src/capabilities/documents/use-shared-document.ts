import type { Subject } from "@atoll/contract/comments/schemas";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import type { DocumentSnapshot } from "./sharing/document-status.ts";
import { openSharedDocument, type SharedDocument } from "./sharing/shared-document.ts";

/** The draft of a thing, open as long as the component is there; null for a moment at first. */
export function useSharedDocument({ kind, id }: Subject): SharedDocument | null {
  const signedIn = useSignedIn();
  const [document, setDocument] = useState<SharedDocument | null>(null);
  useEffect(() => {
    const opened = openSharedDocument(signedIn, { kind, id });
    setDocument(opened);
    return () => {
      setDocument(null);
      opened.close();
    };
  }, [signedIn, kind, id]);
  return document;
}

/** How it is at the moment. */
export function useDocumentSnapshot(document: SharedDocument): DocumentSnapshot {
  return useSyncExternalStore(document.subscribe, document.getSnapshot);
}
