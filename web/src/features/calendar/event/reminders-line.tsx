import { maxReminders, type Reminder } from "@atoll/contract/calendar/limits";
import type { OpenEvent } from "@atoll/contract/calendar/schemas";
import { Bell } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { RemovableBadge } from "../../../ui/badge/removable-badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { remindOf } from "../data/changes.ts";
import { beforeInWords, reminderInWords } from "../data/words.ts";

const offered = [0, 5, 10, 30, 60, 120, 24 * 60, 2 * 24 * 60, 7 * 24 * 60];

/** When the viewer is reminded, and the way to change it. */
export function RemindersLine({ event }: { event: OpenEvent }) {
  const signedIn = useSignedIn();
  const { reminders, hasDefaultReminders, id } = event;
  const said = reminders.map(reminderInWords).join("; ");
  function save(next: Reminder[] | null) {
    remindOf(signedIn, id, next).catch((error: unknown) =>
      notify.error(errorMessage(error, "Failed to change the reminders")),
    );
  }
  return (
    <li className="flex items-start gap-2.5">
      <Bell className="mt-0.5 size-4 text-faint" />
      <span className="min-w-0 flex-1">{said || "No reminder"}</span>
      <Popover
        align="end"
        className="w-[300px]"
        label="Reminders"
        trigger={
          <Button size="xs" variant="ghost">
            Change
          </Button>
        }
      >
        <RemindersForm hasDefault={hasDefaultReminders} onSave={save} reminders={reminders} />
      </Popover>
    </li>
  );
}

interface RemindersFormProps {
  reminders: readonly Reminder[];
  hasDefault: boolean;
  /** Null: as chosen for all. */
  onSave: (reminders: Reminder[] | null) => void;
}

function RemindersForm({ reminders, hasDefault, onSave }: RemindersFormProps) {
  const [minutes, setMinutes] = useState("10");
  const [method, setMethod] = useState<Reminder["method"]>("inbox");
  const isSame = (one: Reminder) => one.method === method && one.minutesBefore === Number(minutes);
  const isFull = reminders.length >= maxReminders || reminders.some(isSame);
  return (
    <div className="flex flex-col gap-3">
      {reminders.length > 0 && (
        <ul aria-label="Reminders" className="flex flex-wrap gap-1.5">
          {reminders.map((one) => (
            <li key={`${one.method}${one.minutesBefore}`}>
              <RemovableBadge
                label={reminderInWords(one)}
                onRemove={() => onSave(reminders.filter((other) => other !== one))}
              />
            </li>
          ))}
        </ul>
      )}
      <Select
        label="When"
        onValueChange={setMinutes}
        options={offered.map((value) => ({ value: String(value), label: beforeInWords(value) }))}
        value={minutes}
      />
      <Select
        label="How"
        onValueChange={setMethod}
        options={[
          { value: "inbox", label: "In the inbox" },
          { value: "push", label: "On my devices" },
        ]}
        value={method}
      />
      <div className="flex justify-between gap-2">
        <Button disabled={hasDefault} onClick={() => onSave(null)} size="sm" variant="ghost">
          As for all events
        </Button>
        <Button
          disabled={isFull}
          onClick={() => onSave([...reminders, { method, minutesBefore: Number(minutes) }])}
          size="sm"
          variant="primary"
        >
          Add
        </Button>
      </div>
    </div>
  );
}
