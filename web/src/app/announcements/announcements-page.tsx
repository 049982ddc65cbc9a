import { canSeeReaders, canWriteAnnouncements } from "@atoll/contract/announcements/policy";
import type { ListedAnnouncement } from "@atoll/contract/announcements/schemas";
import { isUuid } from "@atoll/contract/uuid";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { ArrowLeft, Plus } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { AnnouncementFailure } from "../../features/announcements/data/announcement-failure.tsx";
import { announcementSearch, queries, type ShownList } from "../../features/announcements/data/shown.ts";
import { useAnnouncement, useAnnouncements } from "../../features/announcements/data/use-announcements.ts";
import { priorityOf } from "../../features/announcements/data/words.ts";
import { AnnouncementEditor } from "../../features/announcements/edit/announcement-editor.tsx";
import { AnnouncementList } from "../../features/announcements/list/announcement-list.tsx";
import { announcementShortcuts } from "../../features/announcements/list/shortcuts.ts";
import { ReadersScreen } from "../../features/announcements/readers/readers-screen.tsx";
import { ReadingPane } from "../../features/announcements/reading/reading-pane.tsx";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { useIsPhone } from "../../lib/page/use-is-phone.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { PriorityBadge } from "../../ui/badge/priority-badge.tsx";
import { cx } from "../../ui/base/cx.ts";
import { Button } from "../../ui/button/button.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { PageHeader } from "../page/page-header.tsx";
import { MissingScreen } from "../screens/missing-screen.tsx";

const root = "/announcements";
const toOne = (announcementId: string) =>
  ({ to: "/announcements/$announcementId", params: { announcementId } }) as const;
const toEdit = (announcementId: string) =>
  ({ to: "/announcements/$announcementId/edit", params: { announcementId } }) as const;
const toReaders = (announcementId: string) =>
  ({ to: "/announcements/$announcementId/readers", params: { announcementId } }) as const;

/** /announcements, the list, and /announcements/{id} next to it. The address contains the chosen list. Specification, section 2. */
export function AnnouncementsPage() {
  const { announcementId } = useParams({ strict: false });
  const isMissing = announcementId !== undefined && !isUuid(announcementId);
  return isMissing ? <MissingScreen /> : <ListPage openId={announcementId} />;
}

/** The list, and next to it the open announcement. On a phone only one of them. */
function ListPage({ openId }: { openId: string | undefined }) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const { show: shown } = announcementSearch.read(search);
  usePageTitle("Announcements");
  const { items } = useAnnouncements(shown);
  const firstUnread = useFirstUnread(items, queries[shown].scope === "mine");
  // Without an address of its own, so that going back leads where the person came from.
  const shownId = openId ?? firstUnread;
  const kept = announcementSearch.write({ show: shown });
  /** To one of them, or to none. */
  const go = (id: string | undefined, next: typeof kept = kept) =>
    void navigate({
      ...(id === undefined ? { to: root } : toOne(id)),
      search: next,
      resetScroll: false,
    });
  const begin = useNew(search.new !== undefined);
  useListKeys(shown, shownId, (id) => go(id));
  return (
    <div className="flex h-full min-h-0">
      <div
        className={cx(
          "page-pad relative w-[400px] flex-none overflow-y-auto border-r max-lg:w-[320px] max-md:w-full max-md:border-r-0",
          openId !== undefined && "max-md:hidden",
        )}
      >
        <PageHeader
          actions={
            begin && (
              <Button variant="primary" icon={Plus} onClick={begin}>
                New
              </Button>
            )
          }
          title="Announcements"
        />
        <AnnouncementList
          onNew={begin}
          shown={shown}
          onShownChange={(next) => go(openId, announcementSearch.write({ show: next }))}
          openId={shownId}
          renderLink={(id) => <Link {...toOne(id)} search={kept} />}
        />
      </div>
      <div className={cx("relative min-w-0 flex-1 overflow-y-auto", openId === undefined && "max-md:hidden")}>
        {shownId === undefined ? (
          <div className="grid h-full place-items-center p-6">
            {items && items.length > 0 && (
              <EmptyState drawing="announcements" title="Choose an announcement to read it" />
            )}
          </div>
        ) : (
          <ReadingPane
            key={shownId}
            announcementId={shownId}
            back={
              <Link
                to={root}
                search={kept}
                className={cx(buttonClass({ variant: "ghost", size: "sm" }), "md:hidden")}
              >
                <ArrowLeft className="size-4" />
                All
              </Link>
            }
            readersLink={
              <Link {...toReaders(shownId)} className={buttonClass({ size: "sm" })}>
                Who has read it
              </Link>
            }
            onEdit={() => void navigate({ ...toEdit(shownId), resetScroll: false })}
            onClose={() => go(undefined)}
          />
        )}
      </div>
    </div>
  );
}

/** The first announcement that the viewer had not read when the page was opened, where there is room to show it. */
function useFirstUnread(
  items: readonly ListedAnnouncement[] | undefined,
  isMine: boolean,
): string | undefined {
  const isPhone = useIsPhone();
  const [first, setFirst] = useState<string | null>();
  if (first === undefined && items) setFirst(items.find(({ isRead }) => !isRead)?.id ?? null);
  const isThere = items?.some(({ id }) => id === first) ?? false;
  return isPhone || !isMine || !isThere ? undefined : (first ?? undefined);
}

/**
 * Opens the editor of a new announcement, for those who may write one; a key and the address `?new=1` do the same. The
 * server hears of it with the first typed word.
 */
function useNew(isAsked: boolean): (() => void) | undefined {
  const viewer = useViewer();
  const navigate = useNavigate();
  const canWrite = canWriteAnnouncements(viewer);
  function open(replace = false) {
    if (canWrite) void navigate({ ...toEdit(uuidv7()), search: { new: "1" }, replace });
  }
  const openInstead = useEffectEvent(() => open(true));
  useShortcut(announcementShortcuts.add, () => open());
  useEffect(() => {
    if (isAsked) openInstead();
  }, [isAsked]);
  return canWrite ? () => open() : undefined;
}

/** J and K go through the list. */
function useListKeys(shown: ShownList, openId: string | undefined, open: (id: string) => void): void {
  const { items = [] } = useAnnouncements(shown);
  function step(by: number) {
    const at = items.findIndex(({ id }) => id === openId);
    const next = at === -1 ? items[0] : items[at + by];
    if (next) open(next.id);
  }
  useShortcut(announcementShortcuts.next, () => step(1));
  useShortcut(announcementShortcuts.previous, () => step(-1));
}

/** /announcements/{id}/edit */
export function EditAnnouncementPage() {
  const { announcementId } = useParams({ from: "/workspace/announcements/$announcementId/edit" });
  return isUuid(announcementId) ? <EditPage id={announcementId} /> : <MissingScreen />;
}

function EditPage({ id }: { id: string }) {
  const navigate = useNavigate();
  const isNew = "new" in useSearch({ from: "/workspace/announcements/$announcementId/edit" });
  usePageTitle(isNew ? "New announcement" : "Edit announcement");
  return (
    <AnnouncementEditor
      key={id}
      announcementId={id}
      isNew={isNew}
      // From here on the address opens the draft.
      onCreated={() => void navigate({ ...toEdit(id), replace: true, resetScroll: false })}
      crumbs={
        <Breadcrumbs items={[{ label: "Announcements", link: <Link to={root} /> }, { label: "Edit" }]} />
      }
      onDone={() => void navigate(isNew ? { to: root } : toOne(id))}
    />
  );
}

/** /announcements/{id}/readers: who has read it. */
export function AnnouncementReadersPage() {
  const { announcementId } = useParams({ from: "/workspace/announcements/$announcementId/readers" });
  return isUuid(announcementId) ? <ReadersPage announcementId={announcementId} /> : <MissingScreen />;
}

function ReadersPage({ announcementId }: { announcementId: string }) {
  const viewer = useViewer();
  const query = useAnnouncement(announcementId);
  const announcement = query.isGone ? undefined : query.data?.announcement;
  usePageTitle("Who has read it");
  if (announcement && !canSeeReaders(viewer, announcement))
    return <EmptyState title="Only the author and administrators can see who has read it." />;
  return (
    <div className="page-pad flex flex-col gap-4">
      <Breadcrumbs
        items={[
          { label: "Dashboard", link: <Link to="/dashboard" /> },
          { label: "Announcements", link: <Link to="/announcements" /> },
          {
            label: announcement?.title ?? "Announcement",
            link: <Link {...toOne(announcementId)} />,
          },
          { label: "Readers" },
        ]}
      />
      {announcement ? (
        <ReadersScreen
          announcement={announcement}
          renderActions={(buttons) => (
            <div className="flex flex-wrap items-center gap-3">
              <h1 className="type-page outline-none">Who has read it</h1>
              <PriorityBadge priority={priorityOf(announcement)} />
              <span className="min-w-0 truncate text-muted text-xs">
                {announcement.title}, version {announcement.edition}
              </span>
              <span className="ml-auto flex flex-wrap gap-2">{buttons}</span>
            </div>
          )}
        />
      ) : query.isMissing || query.isGone || query.error ? (
        <AnnouncementFailure query={query} />
      ) : (
        <RowSkeletons label="Loading readers" mark={28} rowClassName="py-2" />
      )}
    </div>
  );
}
