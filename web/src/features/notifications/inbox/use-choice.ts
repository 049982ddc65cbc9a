import type { NotificationEntry } from "@atoll/contract/notifications/schemas";
import { useState } from "react";

/** Which of the listed entries are chosen; what leaves the list is chosen no more. */
export function useChoice(listed: readonly NotificationEntry[]) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  return {
    /** Whether several can be chosen now. */
    isOn: ids !== null,
    chosen: listed.filter(({ id }) => ids?.has(id)),
    begin: () => setIds(new Set()),
    end: () => setIds(null),
    set: (entries: readonly NotificationEntry[]) => setIds(new Set(entries.map(({ id }) => id))),
    toggle: (id: string) =>
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
  };
}
