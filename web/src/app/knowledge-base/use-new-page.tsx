import { canWriteKnowledge } from "@atoll/contract/knowledge/policy";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { knowledgeShortcuts } from "../../features/knowledge/shortcuts.ts";
import { NewPageDialog } from "../../features/knowledge/writing/new-page-dialog.tsx";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { NewButton } from "../../ui/button/new-button.tsx";

/** Returns the buttons and the dialog for a new page, for people who may write one. */
export function useNewPage(kind: "article" | "sop", isAsked: boolean) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const canWrite = canWriteKnowledge(viewer);
  const [below, setBelow] = useState<string | null | undefined>(isAsked && canWrite ? null : undefined);
  const section = kind === "sop" ? "/knowledge-base/sop/$articleId" : "/knowledge-base/articles/$articleId";
  const label = kind === "sop" ? "New SOP" : "New Article";
  useShortcut(knowledgeShortcuts.add, () => canWrite && setBelow(null));
  return {
    open: (parentId: string) => setBelow(parentId),
    button: canWrite && <NewButton label={label} onClick={() => setBelow(null)} />,
    /** The same where nothing is listed yet. */
    start: canWrite && (
      <Button size="sm" onClick={() => setBelow(null)}>
        {label}
      </Button>
    ),
    dialog: below !== undefined && (
      <NewPageDialog
        kind={kind}
        parentId={below}
        onClose={() => setBelow(undefined)}
        onCreated={(articleId) => {
          // The page below it may stay, as the one next to the tree does.
          setBelow(undefined);
          void navigate({ to: section, params: { articleId }, search: { edit: "draft" } });
        }}
      />
    ),
  };
}
