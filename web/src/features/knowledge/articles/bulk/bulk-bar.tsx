import { maxArticlesAtOnce } from "@atoll/contract/knowledge/limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, FolderInput, UserRound, Users } from "lucide-react";
import { useState } from "react";
import { offerUndo } from "../../../../capabilities/changes/offer-undo.ts";
import { counted } from "../../../../lib/counted.ts";
import { useShortcut } from "../../../../lib/page/shortcuts.ts";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { BarButton } from "../../../../ui/list/bar-button.tsx";
import { SelectionBar } from "../../../../ui/list/selection-bar.tsx";
import { notify } from "../../../../ui/toast/toast.tsx";
import { type PageAct, pageQueries } from "../../data/changes.ts";
import { actOnPages, type BulkOutcome, type BulkPage } from "./bulk-acts.ts";
import { MoveMany, OwnerOfMany, ReadersOfMany } from "./bulk-dialogs.tsx";

function doneWords(act: PageAct): string {
  if (act.act === "set") return act.set.ownerId === undefined ? "given new readers" : "handed over";
  return { archive: "archived", unarchive: "brought back", move: "moved" }[act.act];
}

interface Work {
  pages: readonly BulkPage[];
  act: PageAct;
}

/** Acts on several pages. One toast says what was done and offers to undo it; refused pages are kept to be named. */
function useBulk(onDone: () => void) {
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<BulkOutcome["refused"]>([]);
  const refetch = () => {
    for (const queryKey of pageQueries) void queryClient.invalidateQueries({ queryKey });
  };
  const undo = async (outcome: BulkOutcome) => {
    const undone = await outcome.undo();
    refetch();
    setRefused(undone.refused);
    if (undone.done.length === 0) throw new Error("no page could be taken back");
  };
  const { mutate, isPending } = useMutation({
    mutationFn: ({ pages, act }: Work) => actOnPages(pages, act),
    onSuccess(outcome, { act }) {
      refetch();
      setRefused(outcome.refused);
      onDone();
      if (outcome.done.length === 0) return;
      offerUndo("pages", `${counted(outcome.done.length, "page")} ${doneWords(act)}`, () => undo(outcome));
    },
    onError: (error) => void notify.error(errorMessage(error, "Failed to change the pages")),
  });
  return { run: mutate, isPending, refused, forget: () => setRefused([]) };
}

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
  const onAct = (act: PageAct) => bulk.run({ pages, act });
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
        onClose={bulk.forget}
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
