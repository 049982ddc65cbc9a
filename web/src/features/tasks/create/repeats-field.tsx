import type { NewRecurrence } from "@atoll/contract/tasks/schemas";
import { ChevronDown, Repeat } from "lucide-react";
import { cx } from "../../../ui/base/cx.ts";
import { Field } from "../../../ui/field/field.tsx";
import { selectTrigger } from "../../../ui/field/select-parts.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { recurrenceWords } from "../data/recurrence-words.ts";
import { RecurrenceForm } from "../fields/recurrence-form.tsx";

export interface RepeatsFieldProps {
  recurrence: NewRecurrence | null;
  dueDate: string | null;
  onChange: (recurrence: NewRecurrence | null) => void;
}

/** Whether a new task comes again, and when. */
export function RepeatsField({ recurrence, dueDate, onChange }: RepeatsFieldProps) {
  const isSet = recurrence !== null && dueDate !== null;
  const words = isSet ? recurrenceWords({ ...recurrence, anchor: dueDate }) : "Never";
  return (
    <Field label="Repeats">
      {(wiring) => (
        <Popover
          className="w-[300px]"
          label="Repeats"
          trigger={
            <button {...wiring} aria-label={`Repeats: ${words}`} className={selectTrigger} type="button">
              <Repeat aria-hidden="true" className="size-4 flex-none text-faint" />
              <span className={cx("flex-1 truncate text-left", !isSet && "text-faint")}>{words}</span>
              <ChevronDown
                aria-hidden="true"
                className="size-4 flex-none text-faint transition-transform group-data-popup-open:rotate-180"
              />
            </button>
          }
        >
          {(close) => (
            <RecurrenceForm
              dueDate={dueDate}
              onSet={(next) => {
                onChange(next);
                close();
              }}
              recurrence={recurrence}
            />
          )}
        </Popover>
      )}
    </Field>
  );
}
