import { useViewer } from "../../../lib/session/use-session.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { wallAt } from "../time/wall.ts";
import { conflictWords } from "./free-words.ts";
import { judge, type Stretch } from "./judge-span.ts";
import { useFreeBusy } from "./use-free-busy.ts";

interface ConflictAlertProps {
  against: readonly string[];
  /** The answer belongs to other people or times than the current ones. */
  isOld: boolean;
}

/** The people who cannot attend at a time, or that everybody can. */
export function ConflictAlert({ against, isOld }: ConflictAlertProps) {
  if (against.length > 0) return <InlineAlert tone="notice">{against.join(" ")}</InlineAlert>;
  return isOld ? null : <InlineAlert tone="success">Everybody is free.</InlineAlert>;
}

interface ConflictsProps {
  ids: readonly string[];
  chosen: Stretch;
  /** The event that is changed: its own time is free. */
  exceptEventId: string | null;
}

/** The people who could not attend at another time of an event. Nothing while that is unknown. */
export function Conflicts({ ids, chosen, exceptEventId }: ConflictsProps) {
  const viewer = useViewer();
  const { day } = wallAt(chosen.from);
  const minutes = Math.round((chosen.until.getTime() - chosen.from.getTime()) / 60_000);
  const durationMinutes = Math.min(12 * 60, Math.max(5, minutes));
  const { data, isPlaceholderData } = useFreeBusy({ ids, firstDay: day, durationMinutes, exceptEventId });
  if (!data || isPlaceholderData) return null;
  const everybody = data.people.map((of) => ({ of, judged: judge(of, chosen) }));
  return <ConflictAlert against={conflictWords(everybody, viewer.id, day)} isOld={false} />;
}
