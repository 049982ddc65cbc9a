import { AlarmClock, Calendar, Undo2 } from "lucide-react";
import { type ReactElement, useState } from "react";
import { formatTime } from "../../../lib/time/format-date.ts";
import { formatWeekday } from "../../../lib/time/format-more-dates.ts";
import { lazyPart, useOpenedPart } from "../../../ui/base/lazy-part.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { PopupTriggerProps } from "../../../ui/popup/use-lazy-popup.ts";
import { snoozeTimes } from "./snooze-times.ts";

const dialogPart = lazyPart(() => import("./snooze-dialog.tsx"));

export interface SnoozeMenuProps {
  trigger: ReactElement<PopupTriggerProps>;
  /** The entry is already snoozed, so the menu offers to end it. */
  canEnd?: boolean;
  onSnooze: (until: Date | null) => void;
}

/** Until when something is put off. */
export function SnoozeMenu({ trigger, canEnd = false, onSnooze }: SnoozeMenuProps) {
  const [isPicking, setIsPicking] = useState(false);
  const dialog = useOpenedPart(dialogPart, isPicking, () => setIsPicking(false));
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
      {dialog && <dialog.SnoozeDialog onOpenChange={setIsPicking} onPick={onSnooze} open={isPicking} />}
    </>
  );
}
