import type { OpenArticle } from "@atoll/contract/knowledge/schemas";
import { History, ListChecks, Users, X } from "lucide-react";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { RunPanel } from "../sop/run-panel.tsx";
import { ReadersPanel } from "./readers-panel.tsx";
import { VersionsPanel } from "./versions-panel.tsx";

export type Panel = { kind: "run" } | { kind: "readers" } | { kind: "versions"; compare: number | null };

interface SidePanelProps {
  article: OpenArticle;
  panel: Panel;
  onClose: () => void;
  onCurrentStep: (stepId: string | undefined) => void;
  onRestored: () => void;
}

const heads = {
  run: { title: "Checklist run", icon: ListChecks },
  versions: { title: "Version history", icon: History },
  readers: { title: "Who has read it", icon: Users },
};

/** A panel next to the text; on a phone it covers the text. */
export function SidePanel({ article, panel, onClose, onCurrentStep, onRestored }: SidePanelProps) {
  const { title, icon: Icon } = heads[panel.kind];
  return (
    <aside
      aria-label={title}
      className="flex w-[316px] flex-none flex-col border-l bg-surface-sunken max-lg:fixed max-lg:inset-0 max-lg:z-30 max-lg:w-full max-lg:border-l-0 print:hidden"
    >
      <header className="flex h-13 flex-none items-center gap-2 border-b px-4">
        <Icon aria-hidden="true" className="size-4 text-muted" />
        <h2 className="min-w-0 flex-1 truncate font-semibold text-sm">{title}</h2>
        <IconButton icon={X} label="Close" onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        {panel.kind === "run" && <RunPanel article={article} onCurrentStep={onCurrentStep} />}
        {panel.kind === "readers" && <ReadersPanel article={article} />}
        {panel.kind === "versions" && (
          <VersionsPanel article={article} compare={panel.compare} onRestored={onRestored} />
        )}
      </div>
    </aside>
  );
}
