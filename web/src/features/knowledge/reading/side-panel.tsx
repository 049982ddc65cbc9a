import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { History, ListChecks, Users } from "lucide-react";
import { SideFrame } from "../parts/side-frame.tsx";
import { RunPanel } from "../sop/run-panel.tsx";
import { VersionsPanel } from "../versions/versions-panel.tsx";
import { ReadersPanel } from "./readers-panel.tsx";

export type Panel = { kind: "run" } | { kind: "readers" } | { kind: "versions"; compare: number | null };

interface SidePanelProps {
  article: OpenArticle;
  panel: Panel;
  onClose: () => void;
  onCurrentStep: (stepId: string | undefined) => void;
  onRestored: () => void;
  onRestore: (version: number) => void;
}

const heads = {
  run: { title: "Checklist run", icon: ListChecks },
  versions: { title: "Version history", icon: History },
  readers: { title: "Who has read it", icon: Users },
};

/** The panel next to a page that is read. */
export function SidePanel({ article, panel, onClose, onCurrentStep, ...restoring }: SidePanelProps) {
  return (
    <SideFrame {...heads[panel.kind]} isWide={panel.kind === "versions"} onClose={onClose}>
      {panel.kind === "run" && <RunPanel article={article} onCurrentStep={onCurrentStep} />}
      {panel.kind === "readers" && <ReadersPanel article={article} />}
      {panel.kind === "versions" && (
        <VersionsPanel article={article} compare={panel.compare} {...restoring} />
      )}
    </SideFrame>
  );
}
