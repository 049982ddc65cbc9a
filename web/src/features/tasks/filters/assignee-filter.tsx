import type { Person } from "@atoll/contract/people/schemas";
import { User } from "lucide-react";
import { useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { PersonSearch } from "../../../capabilities/people/person-search.tsx";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { CheckFilter } from "../../../ui/list/check-filter.tsx";

export interface AssigneeFilterProps {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** The people who have tasks on the screen. */
  people: readonly Person[];
}

/** Whose tasks are shown. */
export function AssigneeFilter({ chosen, onChange, people }: AssigneeFilterProps) {
  const viewer = useViewer();
  const [found, setFound] = useState<readonly Person[]>([]);
  const names = new Map([...people, ...found].map((person) => [person.id, authorName(person)]));
  const others = new Set([...chosen, ...names.keys()]);
  others.delete(viewer.id);
  others.delete("none");
  return (
    <CheckFilter
      chosen={chosen}
      icon={User}
      name="Assignee"
      onChange={onChange}
      onClear={() => onChange([])}
      options={[
        { value: viewer.id, label: "Me" },
        { value: "none", label: "Nobody" },
        ...[...others].map((id) => ({ value: id, label: names.get(id) ?? "A colleague" })),
      ]}
    >
      <PersonSearch
        onChoose={(person) => {
          setFound((before) => [...before, person]);
          if (!chosen.includes(person.id)) onChange([...chosen, person.id]);
        }}
      />
    </CheckFilter>
  );
}
