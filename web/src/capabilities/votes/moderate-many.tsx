import { hiddenReasonMaxLength, maxModeratedAtOnce } from "@atoll/contract/votes/limits";
import { type Moderation, moderationSchema } from "@atoll/contract/votes/schemas";
import { useMutation } from "@tanstack/react-query";
import { Eye, EyeOff, Lock, LockOpen } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { useForm } from "../../lib/form/use-form.ts";
import { errorMessage } from "../../lib/request/api-error.ts";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { BarButton } from "../../ui/list/bar-button.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
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
}

const schema = z.object({ reason: moderationSchema.shape.hiddenReason.unwrap() });

/** Buttons of a selection bar that hide, lock and restore several things, as one change with one Undo. */
export function ModerateMany({ kind, things, count, offerUndo, onDone }: ModerateManyProps) {
  const [isHiding, setIsHiding] = useState(false);
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
  return (
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
        <BarButton icon={EyeOff} label="Hide" disabled={isOff} onClick={() => setIsHiding(true)} />
      ) : (
        <BarButton
          icon={Eye}
          label="Show again"
          disabled={isOff}
          onClick={() => acting.mutate([hidden, { hiddenReason: null }, "shown again"])}
        />
      )}
      {isHiding && (
        <HideMany
          title={`Hide ${count(shown.length)}?`}
          onHide={(hiddenReason) => run(shown, { hiddenReason }, "hidden")}
          onClose={() => setIsHiding(false)}
        />
      )}
    </>
  );
}

function HideMany({
  title,
  onHide,
  onClose,
}: {
  title: string;
  onHide: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const form = useForm({
    values: { reason: "" },
    schema,
    send: async ({ reason }) => {
      await onHide(reason);
      onClose();
    },
    fallback: "Failed to hide them",
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description="Only the authors and moderators will see them. You can restore them later."
      onSubmit={form.submit}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" type="submit" loading={form.isSending}>
            Hide
          </Button>
        </>
      }
    >
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <TextField
        {...form.field("reason")}
        label="Reason"
        maxLength={hiddenReasonMaxLength}
        autoComplete="off"
      />
    </Dialog>
  );
}
