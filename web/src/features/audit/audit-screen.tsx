import type { AuditEntry } from "@atoll/contract/audit/schemas";
import { useMutation } from "@tanstack/react-query";
import { Download, ShieldCheck, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { formatNumber } from "../../lib/format-number.ts";
import { useHasRoomBeside } from "../../lib/page/use-is-phone.ts";
import { downloadText } from "../../lib/request/download.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { formatTime } from "../../lib/time/format-date.ts";
import { cx } from "../../ui/base/cx.ts";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Drawer } from "../../ui/dialog/drawer.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { exportEntries, useEntries, useNewest, verifyEntries } from "./api.ts";
import { AuditDetail, type AuditDetailProps } from "./audit-detail.tsx";
import { AuditTable } from "./audit-table.tsx";
import { AuditToolbar } from "./audit-toolbar.tsx";
import { type AuditFilters, isFiltered } from "./filters.ts";

export interface AuditScreenProps {
  filters: AuditFilters;
  onFiltersChange: (filters: AuditFilters) => void;
  /** Puts the page's buttons in their place. */
  renderActions: (buttons: ReactNode) => ReactNode;
}

/** The log: who did what, when and from where, newest first. */
export function AuditScreen(props: AuditScreenProps) {
  const { filters, onFiltersChange, renderActions } = props;
  const [shown, setShown] = useState<AuditEntry>();
  const entries = useEntries(filters);
  const newest = useNewest(filters);
  const hasNew =
    !entries.isPlaceholderData && !!entries.items && (newest ?? 0) > (entries.items[0]?.number ?? 0);
  const chain = useChainCheck();
  const download = useExport(filters);
  return (
    <div className="flex flex-col gap-3">
      {renderActions(
        <>
          <Button icon={ShieldCheck} loading={chain.isPending} onClick={() => chain.mutate()}>
            Check the chain
          </Button>
          <Button icon={Download} loading={download.isPending} onClick={() => download.mutate()}>
            Download CSV
          </Button>
        </>,
      )}
      <AuditToolbar {...{ filters, onFiltersChange }} entries={entries.items ?? []} />
      <ChainAlert chain={chain} />
      {hasNew && (
        <InlineAlert
          action={
            <Button loading={entries.isFetching} onClick={() => void entries.refetch()} size="sm">
              Show them
            </Button>
          }
          tone="info"
        >
          There are new entries.
        </InlineAlert>
      )}
      {download.error && <InlineAlert tone="error">{errorMessage(download.error)}</InlineAlert>}
      <div className={cx("grid items-start gap-4", shown && "xl:grid-cols-[minmax(0,1fr)_360px]")}>
        <div className="min-w-0">
          <PagedList
            list={entries}
            moreLabel="Load more"
            skeleton={<AuditSkeleton />}
            empty={
              <EmptyState
                drawing={isFiltered(filters) ? "search" : "generic"}
                title={isFiltered(filters) ? "No entries found" : "Nothing has been recorded yet"}
                action={
                  isFiltered(filters) && (
                    <Button size="sm" onClick={() => onFiltersChange({})}>
                      Show all
                    </Button>
                  )
                }
              />
            }
          >
            {(items) => (
              <AuditTable
                entries={items}
                isOutdated={entries.isPlaceholderData}
                shown={shown?.number ?? null}
                onShow={(entry) => setShown(entry.number === shown?.number ? undefined : entry)}
              />
            )}
          </PagedList>
        </div>
        <AuditPanel
          entry={shown}
          onClose={() => setShown(undefined)}
          onFilter={(change) => onFiltersChange({ ...filters, ...change })}
        />
      </div>
    </div>
  );
}

interface AuditPanelProps extends Pick<AuditDetailProps, "onFilter"> {
  entry: AuditDetailProps["entry"] | undefined;
  onClose: () => void;
}

/** A single entry in full, next to the log, or over it if there is no space. */
function AuditPanel({ entry, onFilter, onClose }: AuditPanelProps) {
  const hasRoom = useHasRoomBeside();
  const title = `Entry ${formatNumber(entry?.number ?? 0)}`;
  if (!hasRoom)
    return (
      <Drawer onClose={onClose} open={entry !== undefined} title={title}>
        {entry && <AuditDetail entry={entry} onFilter={onFilter} />}
      </Drawer>
    );
  return (
    entry && (
      <aside
        aria-label={title}
        className="sticky top-4 max-h-[calc(100dvh-var(--header-h)-40px)] overflow-y-auto rounded-lg border bg-surface-raised shadow-1"
      >
        <header className="flex h-12 items-center gap-2 border-b pr-2 pl-4">
          <h2 className="min-w-0 flex-1 truncate font-semibold">{title}</h2>
          <IconButton label="Close" icon={X} size="sm" onClick={onClose} />
        </header>
        <AuditDetail entry={entry} onFilter={onFilter} />
      </aside>
    )
  );
}

/** The entries to come. */
function AuditSkeleton() {
  return (
    <SkeletonGroup label="Loading the audit log" className="rounded-lg border bg-surface-raised shadow-1">
      <div className="h-[34px] rounded-t-lg border-b bg-surface-sunken" />
      {[42, 30, 54, 36, 48, 28, 40, 52].map((width) => (
        <div key={width} className="flex h-[38px] items-center gap-3 border-b px-4 last:border-b-0">
          <Skeleton width={52} />
          <Skeleton width={20} height={20} round />
          <Skeleton width={`${width}%`} />
        </div>
      ))}
    </SkeletonGroup>
  );
}

/** The result of checking the chain, in words. */
function ChainAlert({ chain }: { chain: ReturnType<typeof useChainCheck> }) {
  if (chain.error) return <InlineAlert tone="error">{errorMessage(chain.error)}</InlineAlert>;
  if (!chain.data) return null;
  const { count, firstBroken, checkedAt } = chain.data;
  if (firstBroken !== null) {
    return (
      <InlineAlert tone="error" onDismiss={chain.reset}>
        <b className="font-semibold">The chain is broken at entry {firstBroken}.</b> It does not fit the entry
        before it: entries from there on may have been changed or removed behind Atoll’s back.
      </InlineAlert>
    );
  }
  return (
    <InlineAlert tone="success" onDismiss={chain.reset}>
      Chain intact, checked {formatTime(checkedAt)}:{" "}
      {count === 1 ? "the only entry is" : `all ${formatNumber(count)} entries are`} as they were written.
    </InlineAlert>
  );
}

/** Verifies the chain on request, and keeps the result with its time. */
function useChainCheck() {
  return useMutation({
    mutationFn: async () => ({ ...(await verifyEntries()), checkedAt: new Date() }),
  });
}

/** Fetches what the filters leave as CSV and saves it. Through a request of our own: a link could carry no sign-in. */
function useExport(filters: AuditFilters) {
  return useMutation({
    mutationFn: () => exportEntries(filters),
    onSuccess: ({ csv, isWhole }) => {
      const day = new Date().toISOString().slice(0, 10);
      downloadText(`audit-log-${day}.csv`, csv, "text/csv;charset=utf-8");
      if (!isWhole) notify.info("The file holds the newest 50,000 entries. Narrow the dates for older ones.");
    },
  });
}
