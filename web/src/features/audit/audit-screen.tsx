import type { AuditEntry } from "@atoll/contract/audit/schemas";
import { Download, ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { errorMessage } from "../../lib/server/api-client.ts";
import { cx } from "../../ui/base/cx.ts";
import { Button } from "../../ui/button/button.tsx";
import { PagedList } from "../../ui/list/paged-list.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { useEntries, useNewest } from "./api.ts";
import { AuditPanel } from "./audit-panel.tsx";
import { AuditSkeleton } from "./audit-skeleton.tsx";
import { AuditTable } from "./audit-table.tsx";
import { AuditToolbar } from "./audit-toolbar.tsx";
import { ChainAlert } from "./chain-alert.tsx";
import { type AuditFilters, isFiltered } from "./filters.ts";
import { useChainCheck } from "./use-chain-check.ts";
import { useExport } from "./use-export.ts";

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
