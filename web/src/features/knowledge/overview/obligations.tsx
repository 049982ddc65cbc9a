import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { useObligations } from "../data/queries.ts";
import { ObligationRow } from "./obligation-row.tsx";

/** All that the viewer has to read and confirm, open ones first. */
export function Obligations() {
  const { data, error, isFetching, refetch } = useObligations();
  if (!data)
    return error ? (
      <LoadState query={{ error, isFetching, refetch }} />
    ) : (
      <RowSkeletons label="Loading your required reading" mark={16} rowClassName="py-2" />
    );
  if (data.length === 0)
    return (
      <EmptyState title="Nothing to read and confirm">
        Pages that you must read appear here with their dates.
      </EmptyState>
    );
  return (
    <ul className="rounded-lg border bg-surface-raised px-4 py-1 shadow-1">
      {data.map((one) => (
        <ObligationRow key={one.article.id} obligation={one} />
      ))}
    </ul>
  );
}
