import { roleTitle } from "@atoll/contract/identity/role-title";
import { pathNameMaxLength, pathSummaryMaxLength } from "@atoll/contract/onboarding/limits";
import type { Person } from "@atoll/contract/people/schemas";
import { useState } from "react";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { MultiSelect } from "../../../ui/field/multi-select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { usePathAudience } from "../data/queries.ts";
import type { PathText } from "./merge-path.ts";

interface PathDetailsProps {
  text: PathText;
  owner: Person;
  onChange: (change: Partial<PathText>) => void;
}

/** The name of a path, the people it starts for, and those who lead it. */
export function PathDetails({ text, owner, onChange }: PathDetailsProps) {
  const { data } = usePathAudience();
  const [picked, setPicked] = useState<readonly Person[]>();
  // Someone else may have chosen another one since.
  const isOwn = picked && (picked[0] === undefined || picked[0].id === text.ownerId);
  const lead = isOwn ? picked : [owner];
  /** Those that are gone still limit the path, so they can be seen and taken off. */
  const optionsOf = (
    things: readonly { id: string; name: string }[] = [],
    chosen: readonly string[],
    gone: string,
  ) => [
    ...things.map(({ id, name }) => ({ value: id, label: name })),
    ...chosen
      .filter((id) => data && !things.some((thing) => thing.id === id))
      .map((id) => ({ value: id, label: gone })),
  ];
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Name"
        value={text.name}
        maxLength={pathNameMaxLength}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        label="Summary"
        value={text.summary}
        maxLength={pathSummaryMaxLength}
        onChange={({ target }) => onChange({ summary: target.value })}
      />
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <MultiSelect
          label="Departments"
          help="Starts for people who join one of these."
          options={optionsOf(data?.departments, text.departmentIds, "A deleted department")}
          value={text.departmentIds}
          onValueChange={(departmentIds) => onChange({ departmentIds: departmentIds.toSorted() })}
        />
        <MultiSelect
          label="Roles"
          help="With departments: only for people who also hold one of these."
          options={optionsOf(
            data?.roles.map((role) => ({ ...role, name: roleTitle(role.name) })),
            text.roleIds,
            "A deleted role",
          )}
          value={text.roleIds}
          onValueChange={(roleIds) => onChange({ roleIds: roleIds.toSorted() })}
        />
      </div>
      <PeoplePicker
        label="Manager of people on this path"
        people={lead}
        max={1}
        error={lead.length === 0 ? "Choose a person" : undefined}
        onChange={(people) => {
          setPicked(people);
          if (people[0]) onChange({ ownerId: people[0].id });
        }}
      />
    </div>
  );
}
