import { maxArticlesAtOnce } from "@atoll/contract/knowledge/limits";
import { Archive, ArchiveRestore, FolderInput, UserRound, Users } from "lucide-react";
import { useState } from "react";
import { useShortcut } from "../../../../lib/page/shortcuts.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { BarButton } from "../../../../ui/list/bar-button.tsx";
import { SelectionBar } from "../../../../ui/list/selection-bar.tsx";
import type { BulkAct, BulkPage } from "./bulk-acts.ts";
import { MoveMany, OwnerOfMany, ReadersOfMany } from "./bulk-dialogs.tsx";
import { useBulk } from "./use-bulk.ts";

const clearShortcut = { does: "Clear the selection", keys: ["Escape"] };

export interface BulkBarProps {
  pages: readonly BulkPage[];
  /** Only articles are in the tree. */
  canMove: boolean;
  areArchived?: boolean;
  onClear: () => void;
}

/** The actions on all selected pages at once. Stays mounted without any, to name those that were refused. */
export function BulkBar({ pages, canMove, areArchived = false, onClear }: BulkBarProps) {
  const [opened, setOpened] = useState<"move" | "owner" | "readers">();
  const close = () => setOpened(undefined);
  const bulk = useBulk(() => {
    close();
    onClear();
  });
  const onAct = (act: BulkAct) => bulk.run({ pages, act });
  const shared = { pages, onAct, onClose: close, isPending: bulk.isPending };
  return (
    <>
      {pages.length > 0 && (
        <SelectionBar label="Selected pages" count={pages.length} most={maxArticlesAtOnce} onClear={onClear}>
          <ClearOnEscape onClear={onClear} />
          {canMove && <BarButton icon={FolderInput} label="Move" onClick={() => setOpened("move")} />}
          <BarButton icon={UserRound} label="Owner" onClick={() => setOpened("owner")} />
          <BarButton icon={Users} label="Readers" onClick={() => setOpened("readers")} />
          <BarButton
            icon={areArchived ? ArchiveRestore : Archive}
            label={areArchived ? "Bring back" : "Archive"}
            disabled={bulk.isPending}
            onClick={() => onAct({ act: areArchived ? "unarchive" : "archive" })}
          />
        </SelectionBar>
      )}
      {opened === "move" && <MoveMany {...shared} />}
      {opened === "owner" && <OwnerOfMany {...shared} />}
      {opened === "readers" && <ReadersOfMany {...shared} />}
      <Dialog
        open={bulk.refused.length > 0}
        onOpenChange={(open) => !open && bulk.forget()}
        title="Pages that were not changed"
        footer={<Button onClick={bulk.forget}>Close</Button>}
      >
        <ul className="flex flex-col gap-2">
          {bulk.refused.map(({ id, title, reason }) => (
            <li key={id}>
              <p className="font-medium">{title || "Without a title yet"}</p>
              <p className="text-muted text-xs">{reason}</p>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function ClearOnEscape({ onClear }: { onClear: () => void }) {
  useShortcut(clearShortcut, onClear);
  return null;
}
