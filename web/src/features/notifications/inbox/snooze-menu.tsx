import { longestSnoozeMs } from "@atoll/contract/notifications/limits";
import { AlarmClock, Calendar, Undo2 } from "lucide-react";
import { type FormEvent, type ReactElement, useState } from "react";
import { formatTime } from "../../../lib/time/format-date.ts";
import { formatWeekday } from "../../../lib/time/format-more-dates.ts";
import { instantOf } from "../../../lib/time/wall-time.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
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
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  function pick(event: FormEvent) {
    event.preventDefault();
    const [day = "", time] = text.split("T");
    const until = instantOf(day, time);
    const ms = until.getTime() - Date.now();
    if (!text || Number.isNaN(ms)) return setError("Choose a day and a time");
    if (ms <= 0) return setError("Choose a time that is still to come");
    if (ms > longestSnoozeMs) return setError("Choose a time within a year");
    onOpenChange(false);
    onPick(until);
  }
  return (
    <Dialog
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" variant="primary">
            Snooze
          </Button>
        </>
      }
      onOpenChange={onOpenChange}
      onSubmit={pick}
      open={open}
      title="Snooze until"
      width={360}
    >
      <DateTimeField
        error={error}
        label="Day"
        onValueChange={(value) => {
          setText(value);
          setError(undefined);
        }}
        value={text}
      />
    </Dialog>
  );
}
