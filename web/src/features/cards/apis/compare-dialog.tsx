import type { ApiVersion } from "@atoll/contract/cards/api-schemas";
import type { CardType } from "@atoll/contract/cards/schemas";
import { useState } from "react";
import { counted } from "../../../lib/counted.ts";
import { errorMessage } from "../../../lib/request/api-error.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { useComparison, useVersions } from "./apis-api.ts";
import { countBreaking, ScrolledChanges } from "./change-list.tsx";

/** Compares two imported files of one service: the last two at first. */
export function CompareDialog({ type, onClose }: { type: CardType; onClose: () => void }) {
  const query = useVersions(type.id);
  const versions = query.data?.versions ?? [];
  const sources = [...new Set(versions.map((one) => one.source))].sort();
  const [chosen, setChosen] = useState<{ source?: string; from?: string; to?: string }>({});
  const source = chosen.source ?? withTwo(versions) ?? sources[0] ?? "";
  const own = versions.filter((one) => one.source === source);
  const to = chosen.to ?? own[0]?.id ?? "";
  const from = chosen.from ?? own[1]?.id ?? own[0]?.id ?? "";
  const comparison = useComparison(type.id, own.length > 1 && from !== to ? { from, to } : undefined);
  const options = own.map((one) => ({ value: one.id, label: labelOf(one) }));
  return (
    <Dialog
      onClose={onClose}
      title="Compare versions"
      description="A stricter request breaks its callers. A looser response breaks its readers."
      width={640}
      footer={
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
      }
    >
      {query.data && versions.length === 0 ? (
        <EmptyState title="No file was imported yet. Import one to compare it with the next." />
      ) : (
        <div className="grid grid-cols-3 gap-2 max-md:grid-cols-1">
          <Select
            label={type.fields.find(({ name }) => name === "service")?.label ?? "Database"}
            value={source}
            onValueChange={(next) => setChosen({ source: next })}
            options={sources.map((value) => ({ value, label: value }))}
          />
          <Select
            label="From"
            value={from}
            onValueChange={(next) => setChosen({ ...chosen, from: next })}
            options={options}
          />
          <Select
            label="To"
            value={to}
            onValueChange={(next) => setChosen({ ...chosen, to: next })}
            options={options}
          />
        </div>
      )}
      {own.length === 1 && (
        <EmptyState title="There is one version so far. Import the next one to compare them." />
      )}
      {comparison.data && (
        <>
          <p className="font-semibold text-sm">
            {comparison.data.changes.length === 0
              ? "Nothing is different."
              : `${counted(comparison.data.changes.length, "change")}, ${countBreaking(comparison.data.changes)} breaking`}
          </p>
          {comparison.data.changes.length > 0 && <ScrolledChanges changes={comparison.data.changes} />}
          {!comparison.data.isWhole && (
            <p className="text-muted text-xs">Only the first changes are shown.</p>
          )}
        </>
      )}
      {(query.error ?? comparison.error) && (
        <ErrorState
          message={errorMessage(query.error ?? comparison.error, "Failed to compare")}
          retrying={query.isFetching || comparison.isFetching}
          onRetry={() => void (query.error ? query.refetch() : comparison.refetch())}
        />
      )}
      {(query.isPending || comparison.isLoading) && (
        <RowSkeletons label="Comparing the versions" mark={28} rowClassName="py-2" />
      )}
    </Dialog>
  );
}

/** The first service that has two versions. */
function withTwo(versions: readonly ApiVersion[]): string | undefined {
  return versions.find((one, index) => versions.slice(index + 1).some(({ source }) => source === one.source))
    ?.source;
}

function labelOf({ version, at }: ApiVersion): string {
  return version === "" ? formatInstant(at) : `${version}, ${formatInstant(at)}`;
}
