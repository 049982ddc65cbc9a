import { longestSnoozeMs } from "@atoll/contract/notifications/limits";
import { AlarmClock, Calendar, Undo2 } from "lucide-react";
import { type ReactElement, useState } from "react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { formatTime } from "../../../lib/time/format-date.ts";
import { formatWeekday } from "../../../lib/time/format-more-dates.ts";
import { instantOf } from "../../../lib/time/wall-time.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DateTimeField } from "../../../ui/field/dates/date-time-field.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { PopupTriggerProps } from "../../../ui/popup/use-lazy-popup.ts";
import { snoozeTimes } from "./snooze-times.ts";

export interface SnoozeMenuProps {
  trigger: ReactElement<PopupTriggerProps>;
  /** The entry is already snoozed, so the menu offers to end it. */
  canEnd?: boolean;
  onSnooze: (until: Date | null) => void;
}

/** Until when something is put off. */
export function SnoozeMenu({ trigger, canEnd = false, onSnooze }: SnoozeMenuProps) {
  const [isPicking, setIsPicking] = useState(false);
  return (
    <>
      <Menu
        align="end"
        items={[
          ...snoozeTimes(new Date()).map(({ label, until }) => ({
            label,
            icon: AlarmClock,
            note:
              label === "Later today" ? formatTime(until) : `${formatWeekday(until)} ${formatTime(until)}`,
            onSelect: () => onSnooze(until),
          })),
          "separator" as const,
          { label: "Pick a time", icon: Calendar, onSelect: () => setIsPicking(true) },
          ...(canEnd ? [{ label: "Back now", icon: Undo2, onSelect: () => onSnooze(null) }] : []),
        ]}
        label="Snooze until"
        trigger={trigger}
      />
      <SnoozeDialog onOpenChange={setIsPicking} onPick={onSnooze} open={isPicking} />
    </>
  );
}

interface SnoozeDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPick: (until: Date) => void;
}

/** A day and a time of the person's own, by the clock on the wall where they are. */
function SnoozeDialog({ open, onOpenChange, onPick }: SnoozeDialogProps) {
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
    const [day = "", time] = text.split("T");
    const until = instantOf(day, time);
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
