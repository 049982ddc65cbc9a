import { X } from "lucide-react";
import { formatNumber } from "../../lib/format-number.ts";
import { useHasRoomBeside } from "../../lib/page/use-is-phone.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Drawer } from "../../ui/dialog/drawer.tsx";
import { AuditDetail, type AuditDetailProps } from "./audit-detail.tsx";

export interface AuditPanelProps extends Pick<AuditDetailProps, "onFilter"> {
  entry: AuditDetailProps["entry"] | undefined;
  onClose: () => void;
}

/** A single entry in full, next to the log, or over it if there is no space. */
export function AuditPanel({ entry, onFilter, onClose }: AuditPanelProps) {
  const hasRoom = useHasRoomBeside();
  const title = `Entry ${formatNumber(entry?.number ?? 0)}`;
  if (!hasRoom)
    return (
      <Drawer onOpenChange={(isOpen) => !isOpen && onClose()} open={entry !== undefined} title={title}>
        {entry && <AuditDetail entry={entry} onFilter={onFilter} />}
      </Drawer>
    );
  return (
    entry && (
      <aside
        aria-label={title}
        className="sticky top-4 max-h-[calc(100dvh-var(--header-h)-40px)] overflow-y-auto rounded-lg border bg-surface-raised shadow-1"
      >
        <header className="flex h-12 items-center gap-2 border-b pr-2 pl-4">
          <h2 className="min-w-0 flex-1 truncate font-semibold">{title}</h2>
          <IconButton label="Close" icon={X} size="sm" onClick={onClose} />
        </header>
        <AuditDetail entry={entry} onFilter={onFilter} />
      </aside>
    )
  );
}
