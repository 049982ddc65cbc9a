import type { NotificationSettings } from "@atoll/contract/notifications/settings-schemas";
import type { ReactNode } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { type SettingsChange, useSaveSettings, useSettings } from "./api.ts";

export interface ShownSettings {
  settings: NotificationSettings;
  set: (change: SettingsChange) => void;
}

/** The person's settings once they are there, with the way to change some of them for all of their devices. */
export function SettingsLoaded({ children }: { children: (shown: ShownSettings) => ReactNode }) {
  const { data: settings, error, isFetching, refetch } = useSettings();
  const save = useSaveSettings();
  if (!settings) {
    if (error) return <LoadState query={{ error, isFetching, refetch }} />;
    return <RowSkeletons label="Loading the settings" mark={16} rowClassName="py-3" />;
  }
  return (
    <div className="flex flex-col gap-4">
      {save.error && <InlineAlert tone="error">{errorMessage(save.error)}</InlineAlert>}
      {children({ settings, set: (change) => save.mutate(change) })}
    </div>
  );
}
