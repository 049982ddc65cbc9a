import type { Person } from "@atoll/contract/people/schemas";
import { cx } from "../../../ui/cx.ts";
import { authorName } from "../channel-title.ts";
import { useChat } from "../chat-provider.tsx";
import { PresenceWord } from "./presence-word.tsx";

/** A name in a list of people. It says in words what the dot on the face shows, and whether it is one's own. */
export function PersonName({ person, className }: { person: Person; className?: string }) {
  const { viewer } = useChat();
  return (
    <p className={cx("truncate font-medium", className)}>
      {authorName(person)}
      <PresenceWord userId={person.id} />
      {person.id === viewer.id && <span className="text-faint"> (you)</span>}
    </p>
  );
}
