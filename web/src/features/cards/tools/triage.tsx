import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { Check, Copy, X } from "lucide-react";
import { useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { Kbd } from "../../../ui/badge/kbd.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { ReasonDialog } from "../board/reason-dialog.tsx";
import { cardChanges } from "../data/changes.ts";
import { triageShortcuts } from "./shortcuts.ts";

/** Accept, duplicate or decline a new card, by the keys 1 to 3. */
export function Triage({ card, type, onDuplicate }: { card: Card; type: CardType; onDuplicate: () => void }) {
  const queue = useChanges(cardChanges);
  const [isDeclining, setIsDeclining] = useState(false);
  const accepted = type.stages[1];
  const declined = type.stages.find(({ kind }) => kind === "lost");
  function move(stage: CardType["stages"][number] | undefined, reason?: string): void {
    if (!stage) return;
    queue.change({
      about: [card.id],
      title: card.title,
      said: `${card.title} moved to ${stage.name}`,
      change: { act: "change", set: { stage: stage.id, ...(reason && { reason }) } },
    });
  }
  useShortcut(triageShortcuts.accept, () => move(accepted));
  useShortcut(triageShortcuts.duplicate, onDuplicate);
  useShortcut(triageShortcuts.decline, () => setIsDeclining(true));
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" icon={Check} onClick={() => move(accepted)}>
        Accept <Kbd>1</Kbd>
      </Button>
      <Button icon={Copy} onClick={onDuplicate}>
        Duplicate <Kbd>2</Kbd>
      </Button>
      <Button icon={X} onClick={() => setIsDeclining(true)}>
        Decline <Kbd>3</Kbd>
      </Button>
      {isDeclining && (
        <ReasonDialog
          heading={`Decline ${card.title}`}
          verb={`Decline ${type.singular}`}
          onClose={() => setIsDeclining(false)}
          onReason={(reason) => move(declined, reason)}
        />
      )}
    </div>
  );
}
