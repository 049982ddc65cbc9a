import { BellRing } from "lucide-react";
import { useOwnStatus } from "../../../capabilities/people/use-presence.ts";
import { useNow } from "../../../lib/use-now.ts";
import { SettingCard } from "../../../ui/layout/setting-card.tsx";
import { ringsInWords } from "./in-words.ts";
import { quietInWords } from "./quiet-days.ts";
import type { ShownSettings } from "./settings-loaded.tsx";

/** Says in words what the choices above come to. */
export function WhatRingsCard({ settings }: Pick<ShownSettings, "settings">) {
  const now = useNow();
  const [status = null] = useOwnStatus();
  const { quietHours } = settings;
  const quiet = quietHours ? quietInWords(quietHours) : "";
  return (
    <SettingCard
      end={<BellRing className="size-4 text-faint" />}
      text="What all of the above comes to."
      title="What rings when"
    >
      {ringsInWords(settings, now, status).map(({ title, why, groups }) => (
        <section className="border-t px-4 py-3 md:px-5" key={title}>
          <h3 className="font-semibold">{title}</h3>
          {(why || title === "In quiet hours") && (
            <p className="text-muted text-xs">
              {why}
              {title === "In quiet hours" && quiet && ` ${quiet.charAt(0).toUpperCase()}${quiet.slice(1)}.`}
            </p>
          )}
          <dl className="mt-2 flex flex-col gap-2">
            {groups.map(({ ways, labels }) => (
              <div key={ways}>
                <dt className="font-medium text-xs">{ways}</dt>
                <dd className="text-muted text-xs">when {labels.join("; ")}.</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </SettingCard>
  );
}
