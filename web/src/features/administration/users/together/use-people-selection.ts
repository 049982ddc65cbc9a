import type { AdminUser } from "@atoll/contract/administration/schemas";
import { useRef, useState } from "react";

export interface PeopleSelection {
  /** By ID, as of when they were selected, including people on other pages. */
  chosen: ReadonlyMap<string, AdminUser>;
  /** How many of those on this page are chosen. */
  ofPage: "all" | "some" | "none";
  /** Chooses one more, or no longer; a range chooses all from the last one to here. */
  toggle: (user: AdminUser, isRange: boolean) => void;
  choosePage: (isChosen: boolean) => void;
  /** Only these stay chosen. */
  keep: (ids: ReadonlySet<string>) => void;
}

/** Selects people the viewer may change, across the pages of the table. */
export function usePeopleSelection(users: readonly AdminUser[]): PeopleSelection {
  const page = users.filter(({ canEdit }) => canEdit);
  const [chosen, setChosen] = useState<ReadonlyMap<string, AdminUser>>(new Map());
  const anchor = useRef<string | undefined>(undefined);
  const countOnPage = page.filter(({ id }) => chosen.has(id)).length;

  function choose(users: readonly AdminUser[], isChosen: boolean): void {
    setChosen((before) => {
      const next = new Map(before);
      for (const user of users) {
        if (isChosen) next.set(user.id, user);
        else next.delete(user.id);
      }
      return next;
    });
  }
  return {
    chosen,
    ofPage: countOnPage === 0 ? "none" : countOnPage === page.length ? "all" : "some",
    toggle(user, isRange) {
      const to = page.findIndex(({ id }) => id === user.id);
      const from = isRange ? page.findIndex(({ id }) => id === anchor.current) : -1;
      anchor.current = user.id;
      if (from < 0) choose([user], !chosen.has(user.id));
      else choose(page.slice(Math.min(from, to), Math.max(from, to) + 1), true);
    },
    choosePage: (isChosen) => choose(page, isChosen),
    keep: (ids) => setChosen((before) => new Map([...before].filter(([id]) => ids.has(id)))),
  };
}
