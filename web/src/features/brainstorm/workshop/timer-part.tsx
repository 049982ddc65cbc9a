import { Pause, Play, Timer, Volume2, VolumeX, X } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useBoardStore } from "../canvas/board-store.tsx";
import { setTimer, type TimerAction } from "../data/api.ts";
import { useBoardCache } from "../data/use-board.ts";
import { formatTimeLeft, useTimeLeft } from "../data/use-server-now.ts";
import { isTimerSoundOn, onTimerSound, playTimerSound, setTimerSound } from "./timer-sound.ts";

/** The timer of the workshop, and for facilitators what sets it. */
export function TimerPart() {
  const { board, mayLead, openDialog } = useBoardStore();
  const cache = useBoardCache(board.id);
  const { timer } = board.session;
  const act = (action: TimerAction) =>
    void setTimer(board.id, action).then(cache.setCachedBoard, (error: unknown) =>
      notify.error(errorMessage(error, "Failed to set the timer")),
    );
  if (!timer && !mayLead) return null;
  return (
    <span className="flex items-center gap-1.5 border-l pl-2.5 first:border-l-0 first:pl-0">
      {timer && <TimeLeft />}
      {timer && <SoundButton />}
      {mayLead && timer && (
        <>
          {timer.endsAt === null ? (
            <IconButton
              size="xs"
              icon={Play}
              label="Resume the timer"
              onClick={() => act({ action: "resume" })}
            />
          ) : (
            <IconButton
              size="xs"
              icon={Pause}
              label="Pause the timer"
              onClick={() => act({ action: "pause" })}
            />
          )}
          <Button size="sm" variant="ghost" onClick={() => act({ action: "add", seconds: 60 })}>
            +1 min
          </Button>
          <IconButton size="xs" icon={X} label="Remove the timer" onClick={() => act({ action: "remove" })} />
        </>
      )}
      {mayLead && !timer && (
        <Menu
          label="Start a timer"
          trigger={<IconButton size="sm" icon={Timer} label="Start a timer" />}
          items={[
            ...[3, 5, 10, 15, 30].map((minutes) => ({
              label: `${minutes} minutes`,
              onSelect: () => act({ action: "start", seconds: minutes * 60 }),
            })),
            { label: "Other time…", onSelect: () => openDialog({ kind: "timer" }) },
          ]}
        />
      )}
    </span>
  );
}

/** Allows the sound at the end of the timer, on this page, or ends it. */
function SoundButton() {
  const isOn = useSyncExternalStore(onTimerSound, isTimerSoundOn);
  return (
    <IconButton
      size="xs"
      icon={isOn ? Volume2 : VolumeX}
      label="Sound at the end"
      pressed={isOn}
      onClick={() => setTimerSound(!isOn)}
    />
  );
}

/** The remaining time by the server's clock. */
function TimeLeft() {
  const { board, clockOffsetMs } = useBoardStore();
  const left = useTimeLeft(board.session.timer, clockOffsetMs);
  const isUp = left === 0;
  // Heard where the timer was seen running, and not on a board that is opened after its end.
  const wasRunning = useRef(false);
  useEffect(() => {
    if (isUp && wasRunning.current) playTimerSound();
    wasRunning.current = !isUp;
  }, [isUp]);
  if (left === null) return null;
  return (
    <>
      <span role="status" className="sr-only">
        {left === 0 ? "Time is up" : ""}
      </span>
      <span
        role="timer"
        aria-label="Time left"
        className={cx(
          "flex items-center gap-1.5 whitespace-nowrap font-bold text-md tabular-nums",
          left === 0 && "text-danger-text",
        )}
      >
        <Timer aria-hidden="true" className="size-4" />
        {formatTimeLeft(left)}
      </span>
    </>
  );
}
