import { maxModeratedAtOnce } from "@atoll/contract/votes/limits";
import type { Moderation } from "@atoll/contract/votes/schemas";
import { useMutation } from "@tanstack/react-query";
import { Eye, EyeOff, Lock, LockOpen } from "lucide-react";
import { type ReactNode, useState } from "react";
import { errorMessage } from "../../lib/request/api-error.ts";
import { BarButton } from "../../ui/list/bar-button.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { HideDialog } from "./hide-dialog.tsx";
import { moderateMany } from "./wire.ts";

export interface ModeratedThing {
  id: string;
  isLocked: boolean;
  isHidden: boolean;
}

export interface ModerateManyProps {
  kind: string;
  things: readonly ModeratedThing[];
  /** The number of things in words: "3 ideas". */
  count: (howMany: number) => string;
  /** Says what was done, and offers to undo it. */
  offerUndo: (said: string, undo: () => Promise<unknown>) => void;
  onDone: () => void;
  /** The selection bar with these buttons, or nothing while nothing is selected. */
  children: (buttons: ReactNode) => ReactNode;
}

/**
 * Buttons of a selection bar that hide, lock and restore several things, as one change with one Undo. Stays mounted
 * while nothing is selected: a reason may be half typed for things that have left the list.
 */
export function ModerateMany({ kind, things, count, offerUndo, onDone, children }: ModerateManyProps) {
  const [hiding, setHiding] = useState<readonly ModeratedThing[]>();
  const shown = things.filter(({ isHidden }) => !isHidden);
  const hidden = things.filter(({ isHidden }) => isHidden);
  const open = things.filter(({ isLocked }) => !isLocked);
  const locked = things.filter(({ isLocked }) => isLocked);
  async function run(about: readonly ModeratedThing[], set: Partial<Moderation>, said: string) {
    const { moderated } = await moderateMany(
      kind,
      about.map(({ id }) => ({ id, set })),
    );
    onDone();
    offerUndo(`${count(moderated.length)} ${said}`, async () => {
      await moderateMany(
        kind,
        moderated.map(({ id, before, after }) => ({ id, set: before, seen: after })),
      );
      onDone();
    });
  }
  const acting = useMutation({
    mutationFn: (work: Parameters<typeof run>) => run(...work),
    onError: (error) => void notify.error(errorMessage(error)),
  });
  const isOff = acting.isPending || things.length > maxModeratedAtOnce;
  const buttons = (
    <>
      {open.length > 0 ? (
        <BarButton
          icon={Lock}
          label="Lock"
          disabled={isOff}
          onClick={() => acting.mutate([open, { isLocked: true }, "locked"])}
        />
      ) : (
        <BarButton
          icon={LockOpen}
          label="Unlock"
          disabled={isOff}
          onClick={() => acting.mutate([locked, { isLocked: false }, "unlocked"])}
        />
      )}
      {shown.length > 0 ? (
        <BarButton icon={EyeOff} label="Hide" disabled={isOff} onClick={() => setHiding(shown)} />
      ) : (
        <BarButton
          icon={Eye}
          label="Show again"
          disabled={isOff}
          onClick={() => acting.mutate([hidden, { hiddenReason: null }, "shown again"])}
        />
      )}
    </>
  );
  return (
    <>
      {children(buttons)}
      {hiding && (
        <HideDialog
          subject={hiding.map(({ id }) => id).join()}
          title={`Hide ${count(hiding.length)}?`}
          description="Only the authors and moderators will see them. You can restore them later."
          fallback="Failed to hide them"
          onHide={(hiddenReason) => run(hiding, { hiddenReason }, "hidden")}
          onClose={() => setHiding(undefined)}
        />
      )}
    </>
  );
}
