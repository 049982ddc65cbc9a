import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { AlarmClock, Check, Mail, MailOpen, Undo2, X } from "lucide-react";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { SnoozeMenu } from "./snooze-menu.tsx";
import type { InboxActs } from "./use-inbox-acts.ts";

export interface BulkBarProps {
  chosen: readonly NotificationEntry[];
  listed: readonly NotificationEntry[];
  acts: InboxActs;
  onChoose: (entries: readonly NotificationEntry[]) => void;
  onClose: () => void;
}

/** The actions for the selected entries, and only for those. */
export function BulkBar({ chosen, listed, acts, onChoose, onClose }: BulkBarProps) {
  const hasAll = chosen.length === listed.length;
  const isDone = chosen.length > 0 && chosen.every((entry) => entry.isDone);
  const none = chosen.length === 0;
  const after = (act: () => void) => () => {
    act();
    onClose();
  };
  return (
    <div
      aria-label="Chosen entries"
      className="sticky top-0 z-10 mb-1 flex flex-wrap items-center gap-1 rounded-md border bg-surface-raised px-2 py-1 shadow-1"
      role="toolbar"
    >
      <span aria-live="polite" className="mr-auto pl-1 font-semibold text-xs">
        {chosen.length} chosen
      </span>
      <Button onClick={() => onChoose(hasAll ? [] : listed)} size="sm" variant="ghost">
        {hasAll ? "Choose none" : "Choose all listed"}
      </Button>
      <IconButton
        disabled={none}
        icon={MailOpen}
        label="Mark as read"
        onClick={after(() => acts.setRead(chosen, true))}
        size="sm"
      />
      <IconButton
        disabled={none}
        icon={Mail}
        label="Mark as unread"
        onClick={after(() => acts.setRead(chosen, false))}
        size="sm"
      />
      <IconButton
        disabled={none}
        icon={isDone ? Undo2 : Check}
        label={isDone ? "Move to the inbox" : "Done"}
        onClick={after(() => acts.setDone(chosen, !isDone))}
        size="sm"
      />
      <SnoozeMenu
        canEnd={chosen.some(({ snoozedUntil }) => snoozedUntil !== null)}
        onSnooze={(until) => {
          acts.snooze(chosen, until);
          onClose();
        }}
        trigger={<IconButton disabled={none || isDone} icon={AlarmClock} label="Snooze" size="sm" />}
      />
      <IconButton icon={X} label="Choose no more" onClick={onClose} size="sm" />
    </div>
  );
}
