import { useEffect, useState } from "react";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { openDocumentStore } from "./sharing/document-store.ts";
import { listUnplacedTexts } from "./sharing/wire.ts";

/**
 * Returns whether the viewer typed words into the drafts of a thing that are in none of them, or that this browser has
 * not sent: asked once, before anything of the editor is loaded.
 * @param asksServer also for words that the server keeps.
 */
export function useHasUnplacedTexts(kind: string, id: string, asksServer: boolean): boolean {
  const { viewer } = useSignedIn();
  const [found, setFound] = useState<string>();
  useEffect(() => {
    let isStopped = false;
    const subject = { kind, id };
    async function look(): Promise<void> {
      const store = openDocumentStore(viewer.id, subject);
      const [texts, unsent] = await Promise.all([store.readTexts(), store.readUnsent()]);
      const hasAny =
        texts.length + unsent.length > 0 ||
        (asksServer && (await listUnplacedTexts(subject)).texts.length > 0);
      if (hasAny && !isStopped) setFound(id);
    }
    look().catch((error: unknown) => console.debug("Unplaced texts were not looked for", error));
    return () => {
      isStopped = true;
    };
  }, [viewer.id, kind, id, asksServer]);
  return found === id;
}
