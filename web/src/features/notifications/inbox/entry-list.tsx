import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { AlarmClock, Check, Mail, MailOpen, Undo2, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { Pages } from "../../../capabilities/live/use-pages.ts";
import { formatDay } from "../../../lib/time/format-date.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EntryActions } from "./entry-actions.tsx";
import { EntryRow } from "./entry-row.tsx";
import type { InboxView } from "./filter.ts";
import { InboxEmpty } from "./inbox-empty.tsx";
import { SnoozeMenu } from "./snooze-menu.tsx";
import type { useChoice } from "./use-choice.ts";
import type { InboxActs } from "./use-inbox-acts.ts";
import { useListKeys } from "./use-list-keys.ts";

export interface EntryListProps {
  entries: Pages<NotificationEntry>;
  view: InboxView;
  acts: InboxActs;
  choice: ReturnType<typeof useChoice>;
  onShowDone: () => void;
  /** The entry that is shown next to the list, and how to show another. */
  shownId?: string | undefined;
  onShow?: ((entry: NotificationEntry) => void) | undefined;
}

/** The entries of one view, by day, with the keys for what can be done with them. */
export function EntryList(props: EntryListProps) {
  const { entries, view, acts, choice, onShowDone, shownId, onShow } = props;
  const keys = useListKeys(choice.toggle, shownId);
  return (
    <div className="-mx-2" {...keys}>
      {choice.isOn && (
        <BulkBar
          acts={acts}
          chosen={choice.chosen}
          listed={entries.items ?? []}
          onChoose={choice.set}
          onClose={choice.end}
        />
      )}
      <PagedList
        empty={<InboxEmpty onShowDone={onShowDone} view={view} />}
        list={entries}
        skeleton={<RowSkeletons label="Loading the inbox" mark={32} rowClassName="px-3 py-[9px] pl-[22px]" />}
      >
        {(items) => (
          <EntryDays
            entries={items}
            renderEntry={(entry) => {
              const isChosen = choice.chosen.includes(entry);
              return (
                <EntryRow
                  actions={<EntryActions acts={acts} entry={entry} />}
                  choice={
                    choice.isOn && (
                      <Checkbox
                        checked={isChosen}
                        className="relative z-1 mt-1.5 -ml-3"
                        hideLabel
                        label={`Choose ${entry.title}`}
                        onChange={() => choice.toggle(entry.id)}
                      />
                    )
                  }
                  entry={entry}
                  isChosen={isChosen || entry.id === shownId}
                  isUnderDay
                  key={entry.id}
                  onOpen={() => acts.open(entry)}
                  onShow={choice.isOn ? undefined : onShow}
                />
              );
            }}
          />
        )}
      </PagedList>
    </div>
  );
}

interface BulkBarProps {
  chosen: readonly NotificationEntry[];
  listed: readonly NotificationEntry[];
  acts: InboxActs;
  onChoose: (entries: readonly NotificationEntry[]) => void;
  onClose: () => void;
}

/** The actions for the selected entries, and only for those. */
function BulkBar({ chosen, listed, acts, onChoose, onClose }: BulkBarProps) {
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

interface EntryDaysProps {
  entries: readonly NotificationEntry[];
  renderEntry: (entry: NotificationEntry) => ReactNode;
}

/** Entries under the days on which they were told last, by the person's own clock. */
function EntryDays({ entries, renderEntry }: EntryDaysProps) {
  const now = new Date();
  return [...Map.groupBy(entries, ({ at }) => formatDay(at, now))].map(([day, ofDay]) => (
    <Day key={day} label={day}>
      {ofDay.map(renderEntry)}
    </Day>
  ));
}

function Day({ label, children }: { label: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h2 className="px-3 pt-3 pb-1 font-semibold text-2xs text-faint" id={titleId}>
        {label}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}
