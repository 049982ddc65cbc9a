import { useEffect, useMemo, useRef, useState } from "react";

export interface Selection {
  chosen: ReadonlySet<string>;
  /** Chooses one more, or no longer; a range then begins there. */
  toggle: (id: string) => void;
  /** Chooses all from where the range began to here. */
  extendTo: (id: string) => void;
  all: () => void;
  clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/** Several of what a screen shows, in its order. What it shows no longer is not chosen any more. */
export function useSelection(order: readonly string[]): Selection {
  const [wanted, setWanted] = useState(none);
  const latest = useRef(order);
  const anchor = useRef<string | undefined>(undefined);
  useEffect(() => {
    latest.current = order;
  }, [order]);
  const chosen = useMemo(() => {
    if (wanted.size === 0) return none;
    return new Set(order.filter((id) => wanted.has(id)));
  }, [order, wanted]);
  const acts = useMemo(
    () => ({
      toggle(id: string) {
        anchor.current = id;
        setWanted((before) => {
          const next = new Set(before);
          if (!next.delete(id)) next.add(id);
          return next;
        });
      },
      extendTo(id: string) {
        const from = latest.current.indexOf(anchor.current ?? id);
        const to = latest.current.indexOf(id);
        if (to < 0) return;
        anchor.current ??= id;
        const range = latest.current.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1);
        setWanted((before) => new Set([...before, ...range]));
      },
      all: () => setWanted(new Set(latest.current)),
      clear() {
        anchor.current = undefined;
        setWanted(none);
      },
    }),
    [],
  );
  return { chosen, ...acts };
}
