import { BellRing, Check, Minus } from "lucide-react";
import { useOwnStatus } from "../../../capabilities/people/use-presence.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { SettingCard } from "../../../ui/layout/setting-card.tsx";
import { ringsInWords, ringWays } from "./in-words.ts";
import { quietInWords } from "./quiet-days.ts";
import type { ShownSettings } from "./settings-loaded.tsx";

/** Shows the effect of the settings above: a table for each time at which they differ. */
export function WhatRingsCard({ settings }: Pick<ShownSettings, "settings">) {
  const now = useNow();
  const [status = null] = useOwnStatus();
  const { quietHours } = settings;
  const quiet = quietHours ? quietInWords(quietHours) : "";
  return (
    <SettingCard
      end={<BellRing className="size-4 text-faint" />}
      text="The effect of all settings above."
      title="What rings when"
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
