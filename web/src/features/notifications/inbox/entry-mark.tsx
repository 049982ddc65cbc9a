import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { iconOfKind } from "./kind-icons.ts";

/** Whose doing it was, with the mark of what it is; where it was nobody's, the mark alone. */
export function EntryMark({ entry }: { entry: NotificationEntry }) {
  const [actor] = entry.actors;
  const Icon = iconOfKind(entry.kind);
  if (!actor)
    return (
      <span className="grid size-8 flex-none place-items-center rounded-md bg-surface-sunken text-muted inset-ring inset-ring-border">
        <Icon className="size-4" />
      </span>
    );
  return (
    <span className="relative size-8 flex-none">
      <PersonAvatar person={actor} decorative size={32} />
      <span className="absolute -right-[7px] -bottom-[7px] grid size-[18px] place-items-center rounded-full bg-surface-raised text-muted ring-1 ring-border-strong">
        <Icon className="size-3" />
      </span>
    </span>
  );
}
