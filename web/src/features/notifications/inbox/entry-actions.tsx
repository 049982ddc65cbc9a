import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { AlarmClock, Check, Mail, MailOpen, Undo2 } from "lucide-react";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { SnoozeMenu } from "./snooze-menu.tsx";
import type { InboxActs } from "./use-inbox-acts.ts";

export interface EntryActionsProps {
  entry: NotificationEntry;
  acts: InboxActs;
}

/** The actions for one entry. The keys of the list press these. */
export function EntryActions({ entry, acts }: EntryActionsProps) {
  return (
    <>
      <IconButton
        data-act="done"
        icon={entry.isDone ? Undo2 : Check}
        label={entry.isOwed ? "Waits until you confirm it" : entry.isDone ? "Move to the inbox" : "Done"}
        onClick={() => acts.setDone([entry], !entry.isDone)}
        shortcut="E"
        size="xs"
      />
      {!entry.isOwed && (
        <IconButton
          data-act="read"
          icon={entry.isRead ? Mail : MailOpen}
          label={entry.isRead ? "Mark as unread" : "Mark as read"}
          onClick={() => acts.setRead([entry], !entry.isRead)}
          shortcut="U"
          size="xs"
        />
      )}
      {!entry.isDone && (
        <SnoozeMenu
          canEnd={entry.snoozedUntil !== null}
          onSnooze={(until) => acts.snooze([entry], until)}
          trigger={<IconButton data-act="snooze" icon={AlarmClock} label="Snooze" shortcut="H" size="xs" />}
        />
      )}
    </>
  );
}
