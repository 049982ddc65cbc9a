import { longestSnoozeMs } from "@atoll/contract/notifications/limits";
import { type FormEvent, useState } from "react";
import { instantOf } from "../../../lib/time/wall-time.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { DateTimeField } from "../../../ui/field/dates/date-time-field.tsx";

export interface SnoozeDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPick: (until: Date) => void;
}

/** A day and a time of the person's own, by the clock on the wall where they are. */
export function SnoozeDialog({ open, onOpenChange, onPick }: SnoozeDialogProps) {
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
