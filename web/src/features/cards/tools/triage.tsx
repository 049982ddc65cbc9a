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
export function Triage({
  card,
  type,
  isNew,
  onDuplicate,
}: {
  card: Card;
  type: CardType;
  /** Nobody has decided yet. A reason that is being typed then stays. */
  isNew: boolean;
  onDuplicate: () => void;
}) {
  const queue = useChanges(cardChanges);
  const [isDeclining, setIsDeclining] = useState(false);
  const accepted = type.stages[1];
  const declined = type.stages.find(({ kind }) => kind === "lost");
  const moveTo = (stage: CardType["stages"][number], reason?: string) => ({
    about: [card.id],
    title: card.title,
    said: `${card.title} moved to ${stage.name}`,
    change: { act: "change" as const, set: { stage: stage.id, ...(reason && { reason }) } },
  });
  return (
    <>
      {isNew && (
        <Decisions
          onAccept={() => accepted && queue.change(moveTo(accepted))}
          onDuplicate={onDuplicate}
          onDecline={() => setIsDeclining(true)}
        />
      )}
      {isDeclining && declined && (
        <ReasonDialog
          heading={`Decline ${card.title}`}
          verb={`Decline ${type.singular}`}
          onClose={() => setIsDeclining(false)}
          onReason={(reason) => queue.run(moveTo(declined, reason))}
        />
      )}
    </>
  );
}

function Decisions(act: { onAccept: () => void; onDuplicate: () => void; onDecline: () => void }) {
  useShortcut(triageShortcuts.accept, act.onAccept);
  useShortcut(triageShortcuts.duplicate, act.onDuplicate);
  useShortcut(triageShortcuts.decline, act.onDecline);
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" icon={Check} onClick={act.onAccept}>
        Accept <Kbd>1</Kbd>
      </Button>
      <Button icon={Copy} onClick={act.onDuplicate}>
        Duplicate <Kbd>2</Kbd>
      </Button>
      <Button icon={X} onClick={act.onDecline}>
        Decline <Kbd>3</Kbd>
      </Button>
    </div>
  );
}
