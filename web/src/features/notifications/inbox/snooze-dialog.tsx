import { longestSnoozeMs } from "@atoll/contract/notifications/limits";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { instantOfText } from "../../../lib/time/wall-time.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DateTimeField } from "../../../ui/field/dates/date-time-field.tsx";

interface SnoozeDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPick: (until: Date) => void;
}

/** A day and a time of the person's own, by the clock on the wall where they are. */
export function SnoozeDialog({ open, onOpenChange, onPick }: SnoozeDialogProps) {
  const form = useForm({
    values: { until: "" },
    schema: snoozeSchema,
    send({ until }) {
      onOpenChange(false);
      onPick(until);
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={() => onOpenChange(false)}
      open={open}
      title="Snooze until"
      verb="Snooze"
      width={360}
    >
      <DateTimeField {...useChoice(form, "until")} label="Day" />
    </FormDialog>
  );
}

const snoozeSchema = z.object({
  until: z.string().transform((text, context) => {
    const until = instantOfText(text);
    const ms = until.getTime() - Date.now();
    const wrong =
      !text || Number.isNaN(ms)
        ? "Choose a day and a time"
        : ms <= 0
          ? "Choose a time that is still to come"
          : ms > longestSnoozeMs
            ? "Choose a time within a year"
            : undefined;
    if (wrong) context.addIssue({ code: "custom", message: wrong });
    return until;
  }),
});
