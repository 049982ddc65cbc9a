import type { SectionView } from "@atoll/contract/cards/list-search";
import type { CardType } from "@atoll/contract/cards/schemas";
import { type FieldFilter, readWanted } from "@atoll/contract/fields/filter";
import { ListFilter } from "lucide-react";
import { useState } from "react";
import { FieldFilters, PeopleFilter } from "../../../capabilities/fields/field-filters.tsx";
import { DayFilter, FilterGroup } from "../../../capabilities/fields/filter-parts.tsx";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Count } from "../../../ui/badge/count.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import { choiceFieldsOf, countFilters, fieldFilterOf, noFilters, ownersOf } from "../data/filter.ts";
import { hasStages } from "../data/words.ts";

interface SectionFiltersProps {
  type: CardType;
  shown: SectionView;
  onShow: (shown: SectionView) => void;
  /** The view has a place of its own for each stage. */
  withStages: boolean;
}

/** Filters by everything that the cards of a section have, behind one button. All of them apply. */
export function SectionFilters({ type, shown, onShow, withStages }: SectionFiltersProps) {
  const viewer = useViewer();
  const [clearings, setClearings] = useState(0);
  const count = countFilters(type, shown);
  const approved = type.options.approvals?.fields ?? [];
  const fields = type.fields.filter(({ name, kind }) => kind !== "checklist" || !approved.includes(name));
  return (
    <Popover
      label="Filters"
      align="start"
      className="flex max-h-[60dvh] w-72 flex-col gap-4 overflow-y-auto p-4"
      trigger={
        <Button size="sm" icon={ListFilter}>
          Filters
          {count > 0 && <Count value={count} />}
        </Button>
      }
    >
      {/* Fields that keep what is typed in them start again when the filters are cleared. */}
      <div key={clearings} className="contents">
        {withStages && hasStages(type) && (
          <FilterGroup label="Stage">
            {type.stages.map(({ id, name }) => (
              <Checkbox
                key={id}
                checked={shown.stages.includes(id)}
                label={name}
                onChange={({ target }) =>
                  onShow({
                    ...shown,
                    stages: target.checked ? [...shown.stages, id] : shown.stages.filter((one) => one !== id),
                  })
                }
              />
            ))}
          </FilterGroup>
        )}
        <PeopleFilter
          label="Owner"
          nobody="none"
          chosen={ownersOf(shown.owners, viewer.id)}
          // "Mine" would narrow the list to cards that are both.
          onChange={(owners) =>
            onShow({
              ...shown,
              isMine: false,
              owners: owners.map((id) => (id === viewer.id ? "me" : id)),
            })
          }
        />
        {type.staleDays !== null && (
          <Checkbox
            checked={shown.isStalled}
            label={`Stalled: no change for ${type.staleDays} days`}
            onChange={({ target }) => onShow({ ...shown, isStalled: target.checked })}
          />
        )}
        <DayFilter
          label={type.options.dueLabel}
          value={shown.due === "none" ? "" : shown.due}
          onChange={(due) => onShow({ ...shown, due: due === "" ? "none" : due })}
        />
        <FieldFilters
          fields={fields}
          chosen={fieldFilterOf(type, shown)}
          onChange={(chosen) => onShow(withFields(type, shown, chosen))}
        />
      </div>
      {count > 0 && (
        <Button
          className="self-end"
          variant="ghost"
          onClick={() => {
            setClearings(clearings + 1);
            onShow({ ...shown, ...noFilters, badge: "" });
          }}
        >
          Clear filters
        </Button>
      )}
    </Popover>
  );
}

/** The same view with these values of fields. One option of the field that marks cards is what the toolbar's menu shows. */
function withFields(type: CardType, shown: SectionView, chosen: FieldFilter): SectionView {
  const { marking } = choiceFieldsOf(type);
  const { [marking?.name ?? ""]: marks = [], ...others } = chosen;
  const [only, ...more] = marks.map(readWanted);
  const badge = only?.is === "equal" && more.length === 0 ? only.value : "";
  return {
    ...shown,
    badge,
    choices: {},
    fields: marking && badge === "" && marks.length > 0 ? { ...others, [marking.name]: marks } : others,
  };
}
