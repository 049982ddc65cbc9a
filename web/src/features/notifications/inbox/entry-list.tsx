import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import type { Pages } from "../../../capabilities/live/use-pages.ts";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { EntryActions } from "./entry-actions.tsx";
import { EntryDays } from "./entry-days.tsx";
import { EntryRow } from "./entry-row.tsx";
import type { InboxView } from "./filter.ts";
import { InboxEmpty } from "./inbox-empty.tsx";
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
