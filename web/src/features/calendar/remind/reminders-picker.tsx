import { maxReminders, type Reminder } from "@atoll/contract/calendar/limits";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { RemovableBadge } from "../../../ui/badge/removable-badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { beforeInWords, onDayInWords, reminderInWords } from "./reminder-words.ts";

const ofTimes = [0, 5, 10, 15, 30, 60, 120, 24 * 60, 2 * 24 * 60, 7 * 24 * 60];
/** At midnight of the day, and at nine and at six in the evening of days before it. */
const ofDays = [0, 6 * 60, 15 * 60, 39 * 60, (6 * 24 + 15) * 60];

interface RemindersPickerProps {
  label: string;
  hideLabel?: boolean;
  reminders: readonly Reminder[];
  onChange: (reminders: Reminder[]) => void;
  isAllDay: boolean;
  /** A note shown below the reminders. */
  note?: ReactNode;
}

/** Reminders, each with a cross that takes it off, and the way to add one. */
export function RemindersPicker({ label, hideLabel, note, ...picked }: RemindersPickerProps) {
  const { reminders, onChange, isAllDay } = picked;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {!hideLabel && <p className="font-semibold text-xs">{label}</p>}
      <div className="flex flex-wrap items-center gap-1.5">
        {reminders.length === 0 && <span className="text-muted text-xs">None</span>}
        <ul aria-label={label} className="contents">
          {reminders.map((one) => (
            <li className="min-w-0" key={`${one.method}${one.minutesBefore}`}>
              <RemovableBadge
                label={reminderInWords(one, isAllDay)}
                onRemove={() => onChange(reminders.filter((other) => other !== one))}
              />
            </li>
          ))}
        </ul>
        {reminders.length < maxReminders && (
          <Popover
            align="end"
            className="w-[280px]"
            label="Add a reminder"
            trigger={<IconButton icon={Plus} label={`Add to ${label.toLowerCase()}`} size="xs" />}
          >
            {(close) => <OneMore {...picked} onDone={close} />}
          </Popover>
        )}
      </div>
      {note && <p className="text-muted text-xs">{note}</p>}
    </div>
  );
}

type OneMoreProps = Pick<RemindersPickerProps, "reminders" | "onChange" | "isAllDay"> & {
  onDone: () => void;
};

function OneMore({ reminders, onChange, isAllDay, onDone }: OneMoreProps) {
  const [minutes, setMinutes] = useState(isAllDay ? "900" : "10");
  const [method, setMethod] = useState<Reminder["method"]>("push");
  const minutesBefore = Number(minutes);
  const isThere = reminders.some((one) => one.method === method && one.minutesBefore === minutesBefore);
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="When"
        onValueChange={setMinutes}
        options={(isAllDay ? ofDays : ofTimes).map((value) => ({
          value: String(value),
          label: isAllDay ? onDayInWords(value) : beforeInWords(value),
        }))}
        value={minutes}
      />
      <Select
        label="How"
        onValueChange={setMethod}
        options={[
          { value: "push", label: "On my devices" },
          { value: "inbox", label: "In the inbox" },
        ]}
        value={method}
      />
      <Button
        className="self-end"
        disabled={isThere}
        onClick={() => {
          onChange([...reminders, { method, minutesBefore }]);
          onDone();
        }}
        size="sm"
        variant="primary"
      >
        Add
      </Button>
    </div>
  );
}
