import type { AdminUser } from "@atoll/contract/administration/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useEffect, useRef, useState } from "react";
import { PersonAvatar } from "../../../../capabilities/people/person-avatar.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import type { RenderPersonSearch } from "../../departments/members-drawer.tsx";

export interface HeirChoiceProps {
  user: AdminUser;
  owned: readonly { kind: string; count: number }[];
  heir: Person | null;
  onChange: (heir: Person | null) => void;
  renderPersonSearch: RenderPersonSearch;
}

/** Chooses the heir of a person's things. Nobody is an option too. */
export function HeirChoice({ user, owned, heir, onChange, renderPersonSearch }: HeirChoiceProps) {
  const [isSearching, setSearching] = useState(false);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // The focused button has disappeared.
    if (isSearching) box.current?.querySelector("input")?.focus();
  }, [isSearching]);
  return (
    <section
      aria-labelledby="heir-title"
      ref={box}
      className="flex flex-col gap-2 rounded-md border bg-surface p-3"
    >
      <h3 className="font-semibold" id="heir-title">
        Hand over {listOwned(owned)}
      </h3>
      {isSearching ? (
        renderPersonSearch({
          onChoose: (person) => {
            onChange(person);
            setSearching(false);
          },
          taken: { ids: new Set([user.id]), hint: "being deleted" },
        })
      ) : (
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          {heir ? (
            <>
              <PersonAvatar person={heir} decorative size={28} />
              <span className="min-w-0 flex-1 truncate font-medium" title={heir.email}>
                {heir.name}
              </span>
            </>
          ) : (
            <span className="min-w-0 flex-1 text-muted">To no specific person.</span>
          )}
          {heir && (
            <Button onClick={() => onChange(null)} size="sm" variant="ghost">
              Clear
            </Button>
          )}
          <Button onClick={() => setSearching(true)} size="sm">
            {heir ? "Change" : "Choose a person"}
          </Button>
        </div>
      )}
      <p className="text-faint text-xs">
        A private channel goes only to somebody who is in it already; else to its longest-standing owner or
        member. One that nobody else is in is archived, and nobody reads it.
      </p>
    </section>
  );
}

/** "2 channels and 1 task"; the server names kinds in the plural. */
function listOwned(owned: readonly { kind: string; count: number }[]): string {
  const words = owned.map(({ kind, count }) => `${count} ${count === 1 ? kind.replace(/s$/, "") : kind}`);
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
