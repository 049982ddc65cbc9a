import { maxRevealReason } from "@atoll/contract/sensitive-data/limits";
import { revealReasonSchema } from "@atoll/contract/sensitive-data/schemas";
import { X } from "lucide-react";
import { z } from "zod";
import { useForm } from "../../lib/form/use-form.ts";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import type { IconType } from "../../ui/icon/icon-type.ts";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";

const schema = z.object({ reason: revealReasonSchema });

/** Asks why somebody needs a value, before it is shown or a second person is asked. */
export function ReasonForm({
  note,
  verb,
  icon,
  onSend,
  onClose,
}: {
  /** Text that says who will be notified. */
  note: string;
  verb: string;
  icon: IconType;
  onSend: (reason: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useForm({
    values: { reason: "" },
    schema,
    async send({ reason }) {
      await onSend(reason);
      onClose();
    },
    fallback: "Failed to reveal the value",
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold text-sm">Why do you need it?</h3>
        <IconButton size="xs" icon={X} label="Close" onClick={onClose} />
      </div>
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <TextField
        {...form.field("reason")}
        label="Reason"
        hideLabel
        autoFocus
        autoComplete="off"
        maxLength={maxRevealReason}
      />
      <p className="text-muted text-xs">{note}</p>
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" type="submit" icon={icon} loading={form.isSending}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
