import { useEffect, useState } from "react";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { openDocumentStore } from "./sharing/document-store.ts";

/**
 * Returns whether the viewer typed words into the drafts of a thing that are in none of them, or that this browser has
 * not sent. Nothing of the editor is loaded for it.
 * @param isKept whether the server keeps such words, as the thing says
 */
export function useHasUnplacedTexts(kind: string, id: string, isKept: boolean): boolean {
  const { viewer } = useSignedIn();
  const [found, setFound] = useState<string>();
  useEffect(() => {
    let isStopped = false;
    const subject = { kind, id };
    async function look(): Promise<void> {
      const store = openDocumentStore(viewer.id, subject);
      const [texts, unsent] = await Promise.all([store.readTexts(), store.readUnsent()]);
      if (texts.length + unsent.length > 0 && !isStopped) setFound(id);
    }
    look().catch((error: unknown) => console.debug("Unplaced texts were not looked for", error));
    return () => {
      isStopped = true;
    };
  }, [viewer.id, kind, id]);
  return isKept || found === id;
}
