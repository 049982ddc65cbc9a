import { cx } from "../base/cx.ts";
import { Avatar, type AvatarProps } from "./avatar.tsx";

export interface AvatarGroupProps {
  people: readonly { id: string; name: string; avatar?: string | null }[];
  /** How many are drawn; the rest is a number. */
  max?: number;
  /** How many there are, when `people` are only the first of them. */
  total?: number;
  size?: AvatarProps["size"];
  className?: string;
}

/** Several people, overlapping a little; the edge takes --av-edge, the ground they stand on. */
export function AvatarGroup({ people, max = 4, total, size = 24, className }: AvatarGroupProps) {
  const shown = people.length > max ? people.slice(0, max) : people;
  const rest = (total ?? people.length) - shown.length;
  return (
    <span
      role="img"
      aria-label={namesOf(people, total ?? people.length)}
      className={cx("inline-flex flex-none items-center", className)}
    >
      {shown.map((person, index) => (
        <Avatar
          key={person.id}
          decorative
          userId={person.id}
          name={person.name}
          picture={person.avatar}
          size={size}
          className={cx(edge, index > 0 && "-ml-[3px]")}
        />
      ))}
      {rest > 0 && (
        <span
          className={cx(
            "relative -ml-[3px] inline-grid h-5 min-w-5 place-items-center rounded-full bg-surface-active px-[5px] font-semibold text-[10px] text-muted",
            edge,
          )}
        >
          +{rest}
        </span>
      )}
    </span>
  );
}

function namesOf(people: AvatarGroupProps["people"], total: number): string {
  const names = people.map((person) => person.name).join(", ");
  return total > people.length ? `${names} and ${total - people.length} more` : names;
}

const edge = "shadow-[0_0_0_2px_var(--av-edge,var(--surface-raised))]";
