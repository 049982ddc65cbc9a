import { useCallback, useState } from "react";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { readHidden, writeHidden } from "./hidden-calendars.ts";

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
