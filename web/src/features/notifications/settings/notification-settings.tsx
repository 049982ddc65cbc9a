import { BellRing, Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { StatusMenu } from "../../../capabilities/people/status-menu.tsx";
import { useOwnStatus } from "../../../capabilities/people/use-presence.ts";
import { formatDay, formatTime } from "../../../lib/time/format-date.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { SettingCard } from "../../../ui/layout/setting-card.tsx";
import { nextMorning } from "../inbox/snooze-times.ts";
import { ringsInWords, ringWays } from "./in-words.ts";
import { KindsCard } from "./kinds-card.tsx";
import { NotificationsCard } from "./notifications-card.tsx";
import { quietInWords } from "./quiet-days.ts";
import { QuietHoursCard } from "./quiet-hours-card.tsx";
import { SettingsLoaded, type ShownSettings } from "./settings-loaded.tsx";

const hourMs = 3600_000;

/** Being left alone from now on, by a status or for some time, and what comes through all the same. */
function UndisturbedCard({ settings, set }: ShownSettings) {
  const now = useNow();
  const until = settings.doNotDisturbUntil;
  const isOn = until !== null && Date.parse(until) > now.getTime();
  const hold = (instant: Date) => set({ doNotDisturbUntil: instant.toISOString() });
  return (
    <SettingCard
      text="Holds back banners, sounds and push. Everything is still in your inbox."
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
          help="Urgent notifications also ring in quiet hours, Deep Dive and Do Not Disturb."
          label="Let urgent through"
          labelFirst
          onChange={({ target }) => set({ letsUrgentThrough: target.checked })}
        />
      </div>
    </SettingCard>
  );
}

/** All that a person decides about being told, with the card about mail. Specification, section 2, Settings. */
export function NotificationSettings({ email }: { email?: ReactNode }) {
  return (
    <SettingsLoaded>
      {(shown) => (
        <>
          <NotificationsCard {...shown} />
          <UndisturbedCard {...shown} />
          <QuietHoursCard {...shown} />
          {email}
          <KindsCard {...shown} />
          <WhatRingsCard settings={shown.settings} />
        </>
      )}
    </SettingsLoaded>
  );
}

/** Shows the effect of the settings above: a table for each time at which they differ. */
function WhatRingsCard({ settings }: Pick<ShownSettings, "settings">) {
  const now = useNow();
  const [status = null] = useOwnStatus();
  const { quietHours } = settings;
  const quiet = quietHours ? quietInWords(quietHours) : "";
  return (
    <SettingCard
      end={<BellRing className="size-4 text-faint" />}
      text="The effect of all settings above."
      title="When you are notified"
    >
      {ringsInWords(settings, now, status).map(({ title, why, groups }) => (
        <section className="border-t px-4 py-3 md:px-5" key={title}>
          {(why || title === "In quiet hours") && (
            <p className="mb-1 text-muted text-xs">
              {why}
              {title === "In quiet hours" && quiet && ` ${quiet.charAt(0).toUpperCase()}${quiet.slice(1)}.`}
            </p>
          )}
          <table className="w-full">
            <caption className="mb-1 text-left font-semibold">{title}</caption>
            <thead>
              <tr className="border-b text-faint text-xs">
                <th className="py-1.5 text-left font-medium" scope="col">
                  When
                </th>
                {ringWays.map(([way, label]) => (
                  <th className="w-16 py-1.5 text-center font-medium max-md:w-12" key={way} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y">
              {groups.map(({ ways, taken, labels }) => (
                <tr key={ways}>
                  <th className="py-1.5 pr-3 text-left font-regular text-muted text-xs" scope="row">
                    <ul className="flex flex-col gap-0.5">
                      {labels.map((label) => (
                        <li key={label}>{label.charAt(0).toUpperCase() + label.slice(1)}</li>
                      ))}
                    </ul>
                  </th>
                  {ringWays.map(([way]) => (
                    <td className="py-1.5 text-center align-top" key={way}>
                      <Mark isOn={taken[way]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </SettingCard>
  );
}

function Mark({ isOn }: { isOn: boolean }) {
  const Icon = isOn ? Check : Minus;
  return (
    <>
      <Icon aria-hidden="true" className={`mx-auto size-4 ${isOn ? "text-primary-text" : "text-disabled"}`} />
      <VisuallyHidden>{isOn ? "Yes" : "No"}</VisuallyHidden>
    </>
  );
}
