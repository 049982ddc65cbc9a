import { useCallback, useState } from "react";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { parseJson } from "../../../lib/shape.ts";
import { openTextStorage } from "../../../lib/text-storage.ts";

const key = (viewerId: string) => `atoll.calendar.hidden.${viewerId}`;

function readHidden(viewerId: string): readonly string[] {
  const stored = parseJson(openTextStorage().getItem(key(viewerId)));
  return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
}

function writeHidden(viewerId: string, hidden: readonly string[]): void {
  try {
    openTextStorage().setItem(key(viewerId), JSON.stringify(hidden));
  } catch {
    // The storage is full: the next visit begins with all of them.
  }
}

export interface HiddenCalendars {
  isShown: (calendar: string) => boolean;
  toggle: (calendar: string) => void;
}

/** Which calendars are switched off, in this browser. */
export function useHiddenCalendars(): HiddenCalendars {
  const { id } = useViewer();
  const [hidden, setHidden] = useState(() => readHidden(id));
  const isShown = useCallback((calendar: string) => !hidden.includes(calendar), [hidden]);
  function toggle(calendar: string) {
    const next = hidden.includes(calendar) ? hidden.filter((one) => one !== calendar) : [...hidden, calendar];
    setHidden(next);
    writeHidden(id, next);
  }
  return { isShown, toggle };
}
