import { StatusMenu } from "../../../capabilities/people/status-menu.tsx";
import { formatDay, formatTime } from "../../../lib/time/format-date.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { SettingCard } from "../../../ui/layout/setting-card.tsx";
import { nextMorning } from "../inbox/snooze-times.ts";
import type { ShownSettings } from "./settings-loaded.tsx";

const hourMs = 3600_000;

/** Being left alone from now on, by a status or for some time, and what comes through all the same. */
export function UndisturbedCard({ settings, set }: ShownSettings) {
  const now = useNow();
  const until = settings.doNotDisturbUntil;
  const isOn = until !== null && Date.parse(until) > now.getTime();
  const hold = (instant: Date) => set({ doNotDisturbUntil: instant.toISOString() });
  return (
    <SettingCard
      text="Holds back banners, sounds and push. What happens is in your inbox all the same."
      title="Do Not Disturb"
    >
      <div className="flex min-h-12 flex-wrap items-center gap-2 border-t px-4 py-2 md:px-5">
        {isOn ? (
          <>
            <span className="mr-auto font-medium">
              On until {formatDay(until) === "Today" ? "" : `${formatDay(until)}, `}
              {formatTime(until)}
            </span>
            <Button onClick={() => set({ doNotDisturbUntil: null })} size="sm">
              Turn off
            </Button>
          </>
        ) : (
          <>
            <span className="mr-auto">For some time</span>
            <Button onClick={() => hold(new Date(Date.now() + hourMs))} size="sm">
              1 hour
            </Button>
            <Button onClick={() => hold(new Date(Date.now() + 4 * hourMs))} size="sm">
              4 hours
            </Button>
            <Button onClick={() => hold(nextMorning(new Date()))} size="sm">
              Until tomorrow
            </Button>
          </>
        )}
      </div>
      <div className="flex min-h-12 flex-wrap items-center gap-2 border-t px-4 py-2 md:px-5">
        <div className="min-w-0 flex-1 basis-48">
          By your status
          <p className="text-faint text-xs">
            Deep Dive and Do Not Disturb do the same until you choose another.
          </p>
        </div>
        <StatusMenu />
      </div>
      <div className="border-t px-4 py-2 md:px-5">
        <Toggle
          checked={settings.letsUrgentThrough}
          help="What is urgent also rings in quiet hours and while nothing is to disturb you."
          label="Let urgent through"
          labelFirst
          onChange={({ target }) => set({ letsUrgentThrough: target.checked })}
        />
      </div>
    </SettingCard>
  );
}
