import type { ReactNode } from "react";
import { useNow } from "../../lib/time/use-now.ts";
import { Button } from "../../ui/button/button.tsx";
import { FilterField } from "../../ui/field/filter-field.tsx";
import type { IconType } from "../../ui/icon/icon-type.ts";
import { SettingCard, SettingRow } from "../../ui/layout/setting-card.tsx";
import { PagedList, type PagedRows } from "../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";

interface Owned {
  id: string;
  name: string;
  owner: { name: string };
}

interface Act<Item> {
  verb: string;
  /** The full name of its button. */
  label: (item: Item) => string;
  isOffered?: (item: Item) => boolean;
  onPress: (item: Item) => void;
}

export interface EveryonesCardProps<Item extends Owned> {
  title: string;
  text: string;
  /** The plural in lower case: "access tokens". */
  things: string;
  /** Shown when nobody has any. */
  none: string;
  icon: IconType;
  /** Shown in the empty search field. */
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  list: PagedRows<Item> & { isPlaceholderData: boolean };
  describe: (item: Item, now: Date) => ReactNode;
  /** Shown in front of the owner's name. */
  detail?: (item: Item) => string;
  badge?: (item: Item) => ReactNode;
  acts: readonly Act<Item>[];
}

/** Everyone's secrets or connections of one kind, for administrators: the owner of each, and an end to any of them. */
export function EveryonesCard<Item extends Owned>(props: EveryonesCardProps<Item>) {
  const { title, text, things, none, icon, search, list, describe, detail, badge, acts } = props;
  const now = useNow();
  return (
    <SettingCard
      end={
        <FilterField
          className="w-60 max-md:w-full"
          label={`Search ${things}`}
          loading={list.isPlaceholderData && list.isFetching}
          maxLength={100}
          onChange={props.onSearch}
          placeholder={props.placeholder}
          value={search}
        />
      }
      text={text}
      title={title}
    >
      <PagedList
        empty={<EmptyState title={search ? `No ${things} found` : none} />}
        failure={`Failed to load the ${things}`}
        list={list}
        skeleton={
          <RowSkeletons label={`Loading the ${things}`} mark={16} rowClassName="border-t px-4 py-2" />
        }
      >
        {(items) => (
          <ul aria-label={title}>
            {items.map((item) => (
              <SettingRow
                as="li"
                end={
                  <div className="flex gap-2">
                    {acts.map(
                      ({ verb, label, isOffered, onPress }) =>
                        isOffered?.(item) !== false && (
                          <Button aria-label={label(item)} key={verb} onClick={() => onPress(item)} size="xs">
                            {verb}
                          </Button>
                        ),
                    )}
                  </div>
                }
                icon={icon}
                key={item.id}
                text={describe(item, now)}
                title={
                  <>
                    {item.name}{" "}
                    <span className="font-regular text-muted text-xs">
                      {detail && `${detail(item)}, `}
                      {item.owner.name}
                    </span>{" "}
                    {badge?.(item)}
                  </>
                }
              />
            ))}
          </ul>
        )}
      </PagedList>
    </SettingCard>
  );
}
