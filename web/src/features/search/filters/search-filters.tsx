import type { Person } from "@atoll/contract/people/schemas";
import type { Hit } from "@atoll/contract/search/hit-schemas";
import { searchOrders } from "@atoll/contract/search/limits";
import { ArrowUpDown, Hash, Layers, Paperclip, User } from "lucide-react";
import { useRef, useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonSearch } from "../../../capabilities/people/person-search.tsx";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { FilterButton } from "../../../ui/button/filter-button.tsx";
import { useScrollFade } from "../../../ui/layout/use-scroll-fade.ts";
import { Menu } from "../../../ui/popup/menu.tsx";
import { Popover } from "../../../ui/popup/popover.tsx";
import type { ShownSearch } from "../data/shown.ts";
import { ChannelChoice, type SearchPlace } from "./channel-choice.tsx";
import { DateFilter } from "./date-filter.tsx";
import { DepartmentChoice } from "./department-choice.tsx";
import type { NamesOf } from "./in-words.ts";

export interface SearchFiltersProps {
  shown: ShownSearch;
  onChange: (change: Partial<ShownSearch>) => void;
  /** The viewer's channels. Empty without permission for chat. */
  places: readonly SearchPlace[];
  names: NamesOf;
  /** The hits on screen, which may contain the name of the filtered person. */
  hits: readonly Hit[];
}

const orderWords = { best: "Best match", newest: "Newest first" } as const;

/** Person, channel, date, department and file, and at the end the order. */
export function SearchFilters({ shown, onChange, places, names, hits }: SearchFiltersProps) {
  const viewer = useViewer();
  const [chosen, setChosen] = useState<Person | null>(null);
  const row = useRef<HTMLDivElement>(null);
  useScrollFade(row);
  return (
    <div
      ref={row}
      className="mt-3 mb-2 flex items-center gap-2 max-md:-mx-4 max-md:scroll-row max-md:px-4 max-md:py-1 md:flex-wrap"
    >
      <Popover
        label="Person"
        align="start"
        className="w-[280px]"
        trigger={
          <FilterButton
            icon={User}
            label={shown.personId ? nameOf(shown.personId, viewer, chosen, hits) : "Anyone"}
            active={shown.personId !== undefined}
            onClear={() => onChange({ personId: undefined })}
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
              label={shown.channelId ? (names.channel(shown.channelId) ?? "A channel") : "All channels"}
              active={shown.channelId !== undefined}
              onClear={() => onChange({ channelId: undefined })}
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
      <Popover
        label="Department"
        align="start"
        className="w-[280px]"
        trigger={
          <FilterButton
            icon={Layers}
            label={
              shown.departmentId
                ? (names.department(shown.departmentId) ?? "A department")
                : "All Departments"
            }
            active={shown.departmentId !== undefined}
            onClear={() => onChange({ departmentId: undefined })}
          />
        }
      >
        {(close) => (
          <DepartmentChoice
            onChoose={(departmentId) => {
              onChange({ departmentId });
              close();
            }}
          />
        )}
      </Popover>
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

/** Only the id stands in the address; who it is, what is on the screen may know. */
function nameOf(id: string, viewer: { id: string }, chosen: Person | null, hits: readonly Hit[]): string {
  if (id === viewer.id) return "Mine";
  const known = chosen?.id === id ? chosen : hits.find(({ person }) => person?.id === id)?.person;
  return known ? authorName(known) : "A colleague";
}
