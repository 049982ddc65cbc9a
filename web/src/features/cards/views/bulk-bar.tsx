import { maxCardsAtOnce } from "@atoll/contract/cards/limits";
import type { Card, CardChange, CardType } from "@atoll/contract/cards/schemas";
import { CircleDashed, Trash2, UserRound } from "lucide-react";
import { useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { BarButton } from "../../../ui/list/bar-button.tsx";
import { SelectionBar } from "../../../ui/list/selection-bar.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { ReasonDialog } from "../board/reason-dialog.tsx";
import { cardChanges } from "../data/changes.ts";
import { counted } from "../data/words.ts";

/** Actions on all selected cards at once. */
export function BulkBar({
  type,
  cards,
  onClear,
}: {
  type: CardType;
  cards: readonly Card[];
  onClear: () => void;
}) {
  const queue = useChanges(cardChanges);
  const viewer = useViewer();
  const [losing, setLosing] = useState<string>();
  const [isDeleting, setIsDeleting] = useState(false);
  const what = counted(cards.length, type.singular);
  function change(set: CardChange["set"], said: string): void {
    queue.change({
      about: cards.map(({ id }) => id),
      title: what,
      said: `${what} ${said}`,
      change: { act: "change", set },
    });
  }
  function move(stage: CardType["stages"][number]): void {
    if (stage.kind === "lost" && type.options.asksReason) setLosing(stage.id);
    else change({ stage: stage.id }, `moved to ${stage.name}`);
  }
  const nameOf = (id: string) => type.stages.find((stage) => stage.id === id)?.name ?? id;
  return (
    <>
      <SelectionBar label="Selected cards" count={cards.length} most={maxCardsAtOnce} onClear={onClear}>
        <Menu
          label="Stage"
          side="top"
          items={type.stages.map((stage) => ({ label: stage.name, onSelect: () => move(stage) }))}
          trigger={<BarButton icon={CircleDashed} label="Stage" />}
        />
        <BarButton
          icon={UserRound}
          label="Assign to me"
          onClick={() => change({ ownerId: viewer.id }, "assigned to you")}
        />
        <BarButton icon={Trash2} label="Delete" onClick={() => setIsDeleting(true)} />
      </SelectionBar>
      {losing !== undefined && (
        <ReasonDialog
          heading={`Move ${what} to ${nameOf(losing)}`}
          verb={`Move to ${nameOf(losing)}`}
          onClose={() => setLosing(undefined)}
          onReason={(reason) => change({ stage: losing, reason }, `moved to ${nameOf(losing)}`)}
        />
      )}
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title={`Delete ${what}?`}
        verb="Delete"
        onConfirm={() => {
          change({ isDeleted: true }, "deleted");
          onClear();
        }}
      >
        You can undo this for ten seconds.
      </ConfirmDialog>
    </>
  );
}
