import { Square, Timer, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { elapsedSince, timerTitle, useTimer } from "./use-timer.ts";

/** The viewer's running timer, wherever tasks are shown; nothing while none runs. */
export function RunningTimer({ onOpen }: { onOpen: (taskId: string) => void }) {
  const { timer, stop, discard, isBusy } = useTimer();
  if (!timer) return null;
  return (
    <section
      aria-label="Running timer"
      className="inline-flex h-8 min-w-0 max-w-full items-center gap-1.5 rounded-md bg-primary-soft pr-1 pl-2.5 text-primary-text text-sm max-md:h-10"
    >
      <button
        type="button"
        className="flex min-w-0 items-center gap-1.5 rounded-xs enabled:hover:underline"
        disabled={timer.task.title === null}
        onClick={() => onOpen(timer.task.id)}
        title={timerTitle(timer)}
      >
        <Timer aria-hidden="true" className="size-4 flex-none" />
        {/* Next to the tabs of a small window there is only room for the clock. */}
        <span className="min-w-0 max-w-44 truncate max-xl:sr-only">{timerTitle(timer)}</span>
      </button>
      <Elapsed startedAt={timer.startedAt} />
      <IconButton size="xs" icon={Square} label="Stop the timer" disabled={isBusy} onClick={stop} />
      <IconButton size="xs" icon={Trash2} label="Discard the timer" disabled={isBusy} onClick={discard} />
    </section>
  );
}

/** Counts the seconds. Assistive tech is not told of each. */
export function Elapsed({ startedAt }: { startedAt: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span aria-hidden="true" className="flex-none tabular-nums">
      {elapsedSince(startedAt, now)}
    </span>
  );
}
