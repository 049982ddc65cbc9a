import type { Person } from "@atoll/contract/people/schemas";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { cx } from "../../ui/base/cx.ts";
import { authorName } from "./author-name.ts";
import { NameButton } from "./name-button.tsx";
import { PresenceWord } from "./presence-word.tsx";
import { GuestMark, ProgramMark } from "./program-mark.tsx";

/** A name in a list of people. It says in words what the dot on the face shows, and whether it is one's own. */
export function PersonName({ person, className }: { person: Person; className?: string }) {
  const { viewer } = useSignedIn();
  if (person.isProgram)
    return (
      <p className={cx("flex min-w-0 items-center gap-1.5 font-medium", className)}>
        <span className="truncate">{person.name}</span>
        <ProgramMark />
      </p>
    );
  return (
    <p className={cx("flex min-w-0 items-baseline truncate font-medium", className)}>
      <NameButton userId={person.id}>{authorName(person)}</NameButton>
      {person.isGuest && (
        <span className="ml-1.5 flex-none">
          <GuestMark />
        </span>
      )}
      <PresenceWord userId={person.id} />
      {person.id === viewer.id && <span className="flex-none whitespace-pre text-faint"> (you)</span>}
    </p>
  );
}
