import type { Person } from "@atoll/contract/people/schemas";
import type { Hit } from "@atoll/contract/search/hit-schemas";
import { searchOrders } from "@atoll/contract/search/limits";
import { ArrowUpDown, Hash, Layers, Paperclip, User } from "lucide-react";
import { useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonSearch } from "../../../capabilities/people/person-search.tsx";
import { useViewer } from "../../../lib/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import type { ShownSearch } from "../data/shown.ts";
import { ChannelChoice, type SearchPlace } from "./channel-choice.tsx";
import { DateFilter } from "./date-filter.tsx";

export interface SearchFiltersProps {
  shown: ShownSearch;
  onChange: (change: Partial<ShownSearch>) => void;
  /** The viewer's channels; none for whoever may not chat. */
  places: readonly SearchPlace[];
  /** What is on the screen: it may name who is filtered by. */
  hits: readonly Hit[];
}

const anyDepartment = "";
const orderWords = { best: "Best match", newest: "Newest first" } as const;

/** Person, channel, date, department and file, and at the end the order. */
export function SearchFilters({ shown, onChange, places, hits }: SearchFiltersProps) {
  const viewer = useViewer();
  const [chosen, setChosen] = useState<Person | null>(null);
  const place = places.find(({ id }) => id === shown.channelId);
  const departments = departmentsOf(viewer.departments, hits);
  const department = departments.find(({ id }) => id === shown.departmentId);
  return (
    <div className="mt-3 mb-2 flex items-center gap-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-0.5 md:flex-wrap">
      <Popover
        label="Person"
        align="start"
        className="w-[280px]"
        trigger={
          <FilterButton
            icon={User}
            label={shown.personId ? nameOf(shown.personId, viewer, chosen, hits) : "Anyone"}
            active={shown.personId !== null}
            onClear={() => onChange({ personId: null })}
          />
        }
      >
        {(close) => (
          <div className="flex flex-col gap-2">
            <Button
              size="sm"
              className="self-start"
              onClick={() => {
                onChange({ personId: viewer.id });
                close();
              }}
            >
              Only mine
            </Button>
            <PersonSearch
              onChoose={(person) => {
                setChosen(person);
                onChange({ personId: person.id });
                close();
              }}
            />
          </div>
        )}
      </Popover>
      <DateFilter dates={shown.dates} onChange={(dates) => onChange({ dates })} />
      {places.length > 0 && (
        <Popover
          label="Channel"
          align="start"
          className="w-[280px]"
          trigger={
            <FilterButton
              icon={Hash}
              label={shown.channelId ? (place?.name ?? "A channel") : "All channels"}
              active={shown.channelId !== null}
              onClear={() => onChange({ channelId: null })}
            />
          }
        >
          {(close) => (
            <ChannelChoice
              places={places}
              onChoose={(channelId) => {
                onChange({ channelId });
                close();
              }}
            />
          )}
        </Popover>
      )}
      {(departments.length > 0 || shown.departmentId) && (
        <Menu
          label="Department"
          align="start"
          items={[
            {
              choice: "Department",
              value: shown.departmentId ?? anyDepartment,
              options: [
                { value: anyDepartment, label: "All Departments" },
                ...departments.map(({ id, name }) => ({ value: id, label: name })),
              ],
              onValueChange: (id) => onChange({ departmentId: id === anyDepartment ? null : id }),
            },
          ]}
          trigger={
            <FilterButton
              icon={Layers}
              label={shown.departmentId ? (department?.name ?? "A department") : "All Departments"}
              active={shown.departmentId !== null}
              onClear={() => onChange({ departmentId: null })}
            />
          }
        />
      )}
      <FilterButton
        icon={Paperclip}
        label="Has file"
        active={shown.hasFile}
        onClick={() => onChange({ hasFile: !shown.hasFile })}
      />
      <span className="ml-auto flex-none">
        <Menu
          label="Order"
          align="end"
          items={[
            {
              choice: "Order",
              value: shown.order,
              options: searchOrders.map((value) => ({ value, label: orderWords[value] })),
              onValueChange: (next) =>
                onChange({ order: searchOrders.find((order) => order === next) ?? "best" }),
            },
          ]}
          trigger={<FilterButton icon={ArrowUpDown} label={orderWords[shown.order]} />}
        />
      </span>
    </div>
  );
}

type Department = Hit["departments"][number];

/** The viewer's own first, and those of what was found, by their names. */
function departmentsOf(own: readonly Department[], hits: readonly Hit[]): readonly Department[] {
  const others = new Map(hits.flatMap(({ departments }) => departments.map((one) => [one.id, one] as const)));
  for (const { id } of own) others.delete(id);
  return [...own, ...[...others.values()].toSorted((a, b) => a.name.localeCompare(b.name))];
}

/** Only the id stands in the address; who it is, what is on the screen may know. */
function nameOf(id: string, viewer: { id: string }, chosen: Person | null, hits: readonly Hit[]): string {
  if (id === viewer.id) return "Mine";
  const known = chosen?.id === id ? chosen : hits.find(({ person }) => person?.id === id)?.person;
  return known ? authorName(known) : "A colleague";
}
