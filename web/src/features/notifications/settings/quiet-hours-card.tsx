import type { QuietHours } from "@atoll/contract/notifications/settings-schemas";
import { ownWeek } from "../../../lib/time/own-week.ts";
import { Button } from "../../../ui/button/button.tsx";
import { TimeField } from "../../../ui/field/dates/time-field.tsx";
import { TimeZoneField } from "../../../ui/field/dates/time-zone-field.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { SettingCard } from "../../../ui/layout/setting-card.tsx";
import { likeDay, quietByDefault, withDay, withTime } from "./quiet-days.ts";
import type { ShownSettings } from "./settings-loaded.tsx";

/** On which days, and from when until when, nothing but what is urgent may ring. */
export function QuietHoursCard({ settings, set }: ShownSettings) {
  const { quietHours } = settings;
  return (
    <SettingCard
      end={
        <Toggle
          checked={quietHours !== null}
          hideLabel
          label="Quiet hours"
          onChange={({ target }) => set({ quietHours: target.checked ? quietByDefault() : null })}
        />
      }
      text="At these times, in your time zone, notifications only go to your inbox."
      title="Quiet hours"
    >
      {quietHours && (
        <QuietDays
          onChange={(change) =>
            // Based on the latest settings: a time takes effect when its field loses focus, often by a press elsewhere
            // here.
            set(({ quietHours: now }) => ({ quietHours: now && change(now) }))
          }
          quietHours={quietHours}
        />
      )}
    </SettingCard>
  );
}

function QuietDays({
  quietHours,
  onChange,
}: {
  quietHours: QuietHours;
  onChange: (change: (now: QuietHours) => QuietHours) => void;
}) {
  const { timeZone, days } = quietHours;
  const week = ownWeek();
  return (
    <>
      <ul className="divide-y border-t">
        {week.map(({ name, day }) => {
          const span = days[day] ?? null;
          return (
            <li
              className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 md:px-5"
              key={name}
            >
              <Toggle
                checked={span !== null}
                className="w-36"
                label={name}
                onChange={({ target: { checked } }) => onChange((now) => withDay(now, day, checked))}
              />
              {span ? (
                <div className="flex items-center gap-2">
                  <TimeField
                    className="w-[116px]"
                    hideLabel
                    label={`${name}, from`}
                    onValueChange={(from) => from !== "" && onChange((now) => withTime(now, day, { from }))}
                    value={span.from}
                  />
                  <span className="text-muted text-xs">until</span>
                  <TimeField
                    className="w-[116px]"
                    hideLabel
                    label={`${name}, until`}
                    onValueChange={(until) =>
                      until !== "" && onChange((now) => withTime(now, day, { until }))
                    }
                    value={span.until}
                  />
                  {span.until <= span.from && <span className="text-faint text-xs">the next day</span>}
                </div>
              ) : (
                <span className="text-faint text-xs">No quiet hours begin on this day</span>
              )}
              {day === week[0]?.day && span && (
                <Button
                  className="ml-auto"
                  onClick={() => onChange((now) => likeDay(now, day))}
                  size="sm"
                  variant="ghost"
                >
                  Same on every day
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <div className="border-t px-4 py-3 md:px-5">
        <TimeZoneField
          className="max-w-72"
          label="Time zone of quiet hours"
          onValueChange={(next) => onChange((now) => ({ ...now, timeZone: next }))}
          value={timeZone}
        />
      </div>
    </>
  );
}
