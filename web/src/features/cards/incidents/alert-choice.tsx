import type { Card, CardType } from "@atoll/contract/cards/schemas";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { PagedList } from "../../../ui/list/paged-list.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { useCardList } from "../data/api.ts";
import { stageOf } from "../data/words.ts";

interface AlertChoiceProps {
  type: CardType;
  /** Alerts that cannot be chosen. */
  without?: ReadonlySet<string>;
  value: readonly string[];
  onChange: (ids: string[], alerts: readonly Card[]) => void;
  error?: string | undefined;
}

/** The open alerts of a section, to choose from. */
export function AlertChoice({ type, without, value, onChange, error }: AlertChoiceProps) {
  const open = type.stages.filter(({ kind }) => kind === "open").map(({ id }) => id);
  const list = useCardList(type, { stages: open.join() }, { sort: "created", order: "descending" });
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1 font-semibold text-xs">Alerts</legend>
      <div className="flex max-h-44 flex-col gap-1.5 overflow-y-auto rounded-lg border p-3">
        <PagedList
          list={list}
          failure="Failed to load the alerts"
          skeleton={<RowSkeletons label="Loading the alerts" mark={16} rowClassName="py-1" />}
          empty={<p className="text-muted text-sm">No alerts are open at this time.</p>}
        >
          {(items) => {
            const offered = items.filter(({ id }) => !without?.has(id));
            if (offered.length === 0)
              return <p className="text-muted text-sm">All open alerts are linked.</p>;
            return offered.map((alert) => {
              const service = alert.data.service;
              const notes = [typeof service === "string" && service, stageOf(type, alert)?.name];
              return (
                <Checkbox
                  key={alert.id}
                  label={[alert.title, ...notes].filter(Boolean).join(" · ")}
                  checked={value.includes(alert.id)}
                  onChange={() =>
                    onChange(
                      value.includes(alert.id) ? value.filter((id) => id !== alert.id) : [...value, alert.id],
                      items,
                    )
                  }
                />
              );
            });
          }}
        </PagedList>
      </div>
      {error && <p className="text-danger-text text-xs">{error}</p>}
    </fieldset>
  );
}
