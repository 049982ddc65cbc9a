import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchChanges } from "./use-searches.ts";

/**
 * Keeps searches among the recent ones once they have found something: those that came by an address, and those that
 * Enter finished. Searches that the person is still typing are not kept.
 * @param found whether the search at this address has hits; undefined while that is unknown
 */
export function useNoteFound(address: string, found: boolean | undefined) {
  const { note } = useSearchChanges();
  const typed = useRef<string | null>(null);
  const noted = useRef<string | null>(null);
  const [entered, setEntered] = useState<string | null>(null);
  const judge = useEffectEvent(() => {
    const isFinished = typed.current !== address || entered === address;
    if (!found || !isFinished || noted.current === address) return;
    noted.current = address;
    note(address);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these may finish a search
  useEffect(() => judge(), [address, found, entered]);
  return {
    noteTyped: (next: string) => {
      typed.current = next;
    },
    noteEntered: setEntered,
    note,
  };
}
