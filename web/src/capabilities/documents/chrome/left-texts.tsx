import { useMemo } from "react";
import type { DocumentContent } from "../sharing/document-content.ts";
import type { SharedDocument } from "../sharing/document-status.ts";
import { useDocumentSnapshot, useSharedDocument } from "../use-shared-document.ts";
import { KeptTextsPanel, type KeptTextsPanelProps } from "./unplaced-text-panel.tsx";

type Panel = Pick<KeptTextsPanelProps, "about" | "toDraft">;

/** Unsaved text that the viewer typed into a thing that was deleted or that they can no longer read, to copy. */
export function LeftTexts({
  kind,
  id,
  content,
  ...panel
}: { kind: string; id: string; content?: DocumentContent } & Panel) {
  const document = useSharedDocument(
    useMemo(() => ({ kind, id }), [kind, id]),
    content,
  );
  return document && <TextsOf document={document} {...panel} />;
}

/** The same of a draft that is open. */
export function TextsOf({ document, ...panel }: { document: SharedDocument } & Panel) {
  const { keptTexts } = useDocumentSnapshot(document);
  return (
    <KeptTextsPanel texts={keptTexts} onInsert={undefined} onDismiss={document.dismissText} {...panel} />
  );
}
