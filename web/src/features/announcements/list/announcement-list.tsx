import { type AnnouncementViewer, canWriteAnnouncements } from "@atoll/contract/announcements/policy";
import { ListFilter } from "lucide-react";
import { useRef } from "react";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { useScrollFade } from "../../../ui/layout/use-scroll-fade.ts";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { markRead } from "../data/api.ts";
import { managedLists, queries, type ShownList, shownLists } from "../data/shown.ts";
import { listKey, useAnnouncements, useCounts } from "../data/use-announcements.ts";
import { AnnouncementRow, type AnnouncementRowProps } from "./announcement-row.tsx";

export interface AnnouncementListProps {
  shown: ShownList;
  onShownChange: (shown: ShownList) => void;
  openId: string | undefined;
  renderLink: (announcementId: string) => AnnouncementRowProps["link"];
  /** Opens the editor of a new one, for those who may write. */
  onNew: (() => void) | undefined;
}

/** The announcements of a person, with what narrows them. Specification, sections 7 and 8 (announcements). */
export function AnnouncementList(props: AnnouncementListProps) {
  const { shown, onShownChange, openId, renderLink, onNew } = props;
  const { viewer } = useSignedIn();
  const list = useAnnouncements(shown);
  const isMine = queries[shown].scope === "mine";
  return (
    <>
      <Filters shown={shown} onShownChange={onShownChange} viewer={viewer} />
      <AsOf className="mb-2" queryKey={listKey(shown)} />
      <PagedList
        list={list}
        failure={isMine ? "Failed to fetch user announcements" : "Failed to fetch announcements"}
        moreLabel="Show earlier ones"
        skeleton={<RowSkeletons label="Loading announcements" mark={16} rowClassName="py-3" />}
        empty={
          <EmptyState
            drawing={shown === "all" ? "generic" : "search"}
            title={isMine ? "No announcements right now." : `Nothing under ${shownLists[shown]}`}
            action={
              shown !== "all" ? (
                <Button size="sm" onClick={() => onShownChange("all")}>
                  Show all
                </Button>
              ) : (
                onNew && (
                  <Button size="sm" onClick={onNew}>
                    New announcement
                  </Button>
                )
              )
            }
          />
        }
      >
        {(items) => (
          <ul aria-label="Announcements" className="flex flex-col">
            {items.map((one) => (
              <AnnouncementRow
                key={one.id}
                announcement={one}
                isOpen={one.id === openId}
                link={renderLink(one.id)}
                onRead={isMine ? () => void markRead(one.id).catch(() => undefined) : undefined}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function Filters({
  shown,
  onShownChange,
  viewer,
}: Pick<AnnouncementListProps, "shown" | "onShownChange"> & { viewer: AnnouncementViewer }) {
  const counts = useCounts();
  const row = useRef<HTMLDivElement>(null);
  useScrollFade(row);
  const chip = (value: ShownList, count?: number) => (
    <FilterButton
      active={shown === value}
      label={count === undefined ? shownLists[value] : `${shownLists[value]} ${count > 99 ? "99+" : count}`}
      onClick={() => onShownChange(value)}
    />
  );
  const isManaged = queries[shown].scope === "managed";
  return (
    <fieldset className="mb-2 min-w-0">
      <legend className="sr-only">Which announcements</legend>
      <div ref={row} className="-m-1 flex gap-1.5 scroll-row p-1 *:flex-none">
        {chip("all")}
        {chip("unread", counts?.unread)}
        {chip("urgent", counts?.urgent)}
        {(shown === "confirm" || (counts?.toConfirm ?? 0) > 0) && chip("confirm", counts?.toConfirm)}
        {canWriteAnnouncements(viewer) && (
          <Menu
            label="Other announcements"
            trigger={
              <FilterButton
                active={isManaged}
                icon={ListFilter}
                label={isManaged ? shownLists[shown] : "Managed"}
              />
            }
            items={managedLists.map((value) => ({
              label: shownLists[value],
              onSelect: () => onShownChange(value),
            }))}
          />
        )}
      </div>
    </fieldset>
  );
}
