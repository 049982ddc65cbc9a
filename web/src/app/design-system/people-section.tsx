import { Avatar, type AvatarProps } from "../../ui/avatar/avatar.tsx";
import { AvatarGroup } from "../../ui/avatar/avatar-group.tsx";
import { type Presence, PresenceDot, presenceNames } from "../../ui/badge/presence-dot.tsx";
import { people } from "./people.ts";
import { GroupLabel, Specimen } from "./specimen.tsx";

/** Avatars by size, groups of them, and the five shapes of presence. */
export function PeopleSection() {
  return (
    <Specimen title="People and presence" span={5}>
      <div className="flex flex-wrap items-end gap-3">
        {sizes.map((size, index) => {
          const person = people[index % people.length] ?? people[0];
          return <Avatar key={size} picture={null} userId={person.id} name={person.name} size={size} />;
        })}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <AvatarGroup people={people.slice(2, 5)} />
        <AvatarGroup people={people} max={4} />
        <AvatarGroup people={people} max={3} size={32} />
      </div>
      <ul className="my-4 grid grid-cols-2 gap-x-3 gap-y-2">
        {presences.map((presence, index) => {
          const person = people[index + 5] ?? people[0];
          return (
            <li key={presence} className="flex min-w-0 items-center gap-2.5">
              <Avatar picture={null} userId={person.id} name={person.name} size={28} presence={presence} />
              <span className="truncate">{presenceNames[presence]}</span>
            </li>
          );
        })}
      </ul>
      <GroupLabel>Presence alone</GroupLabel>
      <div className="flex items-center gap-3">
        {presences.map((presence) => (
          <PresenceDot key={presence} presence={presence} labelled />
        ))}
      </div>
    </Specimen>
  );
}

const sizes: NonNullable<AvatarProps["size"]>[] = [40, 36, 32, 28, 24, 20, 16];
const presences: Presence[] = ["online", "deep_dive", "away", "do_not_disturb", "offline"];
