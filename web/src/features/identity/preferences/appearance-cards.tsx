import { firstDays, formatLanguages, type Preferences } from "@atoll/contract/identity/preferences";
import { useMutation } from "@tanstack/react-query";
import { Moon, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { formatNumber } from "../../../lib/format-number.ts";
import { type ThemeMode, useTheme } from "../../../lib/page/theme.ts";
import { type ToastTime, toastTimes, useToastTime } from "../../../lib/page/toast-time.ts";
import { chosenPreferences } from "../../../lib/preferences.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { formatLongDate } from "../../../lib/time/format-more-dates.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { browserTimeZone } from "../../../lib/time/wall-time.ts";
import { TimeZoneField, zoneName } from "../../../ui/field/dates/time-zone-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { SettingCard } from "../../../ui/layout/setting-card.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { changePreferences } from "../api.ts";

/** How Atoll looks here, and how dates, times and numbers are written on all devices. */
export function AppearanceCards() {
  return (
    <div className="flex flex-col gap-4">
      <ThemeCard />
      <ToastTimeCard />
      <FormatsCard />
    </div>
  );
}

const themes: { value: ThemeMode; label: string; icon: typeof Sun }[] = [
  { value: "tropical", label: "Tropical", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
];

function ThemeCard() {
  const { mode, setMode } = useTheme();
  return (
    <SettingCard
      end={<Segmented label="Theme" onValueChange={setMode} options={themes} value={mode} />}
      text="Light as the lagoon, or the deep at night. Kept in this browser."
      title="Theme"
    />
  );
}

const times = toastTimes.map((value) => ({ value: `${value}` as const, label: `${value} seconds` }));

function ToastTimeCard() {
  const { time, setTime } = useToastTime();
  return (
    <SettingCard
      end={
        <Segmented
          label="How long notices are shown"
          onValueChange={(value) => setTime(Number(value) as ToastTime)}
          options={times}
          value={`${time}` as const}
        />
      }
      text="For notices in the corner, some of which offer Undo. Errors stay until you close them. Kept in this browser."
      title="How long notices are shown"
    />
  );
}

const languages = Object.entries(formatLanguages).map(([value, label]) => ({
  value: value as Preferences["language"],
  label,
}));
const dayNames = { monday: "Monday", sunday: "Sunday", saturday: "Saturday" };
const days = (Object.keys(firstDays) as Preferences["firstDay"][]).map((value) => ({
  value,
  label: dayNames[value],
}));
const clocks: { value: Preferences["hours"]; label: string }[] = [
  { value: "24", label: "24 hours" },
  { value: "12", label: "12 hours" },
];
const ofBrowser = "browser";

function FormatsCard() {
  const viewer = useViewer();
  const now = useNow();
  const change = useMutation({ mutationFn: changePreferences });
  // A choice is shown immediately, and reverted if it is refused.
  const chosen = { ...chosenPreferences(), ...viewer.preferences, ...(change.isPending && change.variables) };
  const set = (next: Partial<Preferences>) => change.mutate(next);
  return (
    <SettingCard
      text="How dates, times and numbers are written, on all your devices."
      title="Language, time and numbers"
    >
      <div className="flex flex-col gap-4 border-t px-4 py-4 md:px-5">
        {change.error && <InlineAlert tone="error">{errorMessage(change.error)}</InlineAlert>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Language of dates and numbers"
            onValueChange={(language) => set({ language })}
            options={languages}
            value={chosen.language}
          />
          <TimeZoneField
            first={{ value: ofBrowser, label: `Where this browser is: ${zoneName(browserTimeZone())}` }}
            label="Time zone"
            onValueChange={(zone) => set({ timeZone: zone === ofBrowser ? null : zone })}
            value={chosen.timeZone ?? ofBrowser}
          />
        </div>
        <div className="flex flex-wrap gap-x-8 gap-y-4">
          <Choice name="First day of the week">
            <Segmented
              label="First day of the week"
              onValueChange={(firstDay) => set({ firstDay })}
              options={days}
              value={chosen.firstDay}
            />
          </Choice>
          <Choice name="Clock">
            <Segmented
              label="Clock"
              onValueChange={(hours) => set({ hours })}
              options={clocks}
              value={chosen.hours}
            />
          </Choice>
        </div>
        <p aria-live="polite" className="rounded-md bg-surface-sunken px-3 py-2 text-muted text-xs">
          {formatLongDate(now)} · {formatInstant(now)} · {formatNumber(12_345.6)}
        </p>
      </div>
    </SettingCard>
  );
}

function Choice({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span aria-hidden="true" className="font-semibold text-xs">
        {name}
      </span>
      {children}
    </div>
  );
}
