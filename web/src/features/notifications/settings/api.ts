import { notificationRoutes } from "@atoll/contract/notifications/routes";
import type { NotificationSettings } from "@atoll/contract/notifications/settings-schemas";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useLiveQuery } from "../../../capabilities/live/use-live-query.ts";
import { call } from "../../../lib/server/api-client.ts";
import { openTextStorage } from "../../../lib/text-storage.ts";

const settingsKey = ["notifications", "settings"] as const;
/** Specification, section 3 (browser storage keys). */
const storageKey = "notification-settings";

/** How the person wants to be told, the same on all of their devices; this browser keeps a copy. */
export function useSettings() {
  const choices = choicesOf(useQueryClient());
  return useLiveQuery<NotificationSettings>({
    queryKey: settingsKey,
    async queryFn({ signal }) {
      const chosen = [...choices.unsettled];
      choices.during.add(chosen);
      try {
        const { settings } = await call(notificationRoutes.getNotificationSettings, {}, { signal });
        return keep(chosen.reduce(changed, settings));
      } finally {
        choices.during.delete(chosen);
      }
    },
    on: { "settings.changed": (_, { settings }) => keep(choices.unsettled.reduce(changed, settings)) },
  });
}

/** Choices of the person that answers and events on their way may lack. */
interface Choices {
  /** Not answered yet. */
  unsettled: SettingsChange[];
  /** Those of each fetch that is under way: its answer may be from before them. */
  during: Set<SettingsChange[]>;
}

const everyChoices = new WeakMap<QueryClient, Choices>();

function choicesOf(client: QueryClient): Choices {
  const choices = everyChoices.get(client) ?? { unsettled: [], during: new Set() };
  everyChoices.set(client, choices);
  return choices;
}

/**
 * Saves what was chosen for all devices; what is shown follows at once, and goes back when it was refused. Several
 * changes go one after the other, each over what the one before has made of it.
 */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  const choices = choicesOf(queryClient);
  const cached = () => queryClient.getQueryData<NotificationSettings>(settingsKey);
  return useMutation({
    scope: { id: "notification-settings" },
    mutationFn: async (change: SettingsChange) => {
      const before = cached();
      // News of an earlier change may have come between, so this one is made once more.
      if (before) await call(notificationRoutes.setNotificationSettings, { body: changed(before, change) });
    },
    onMutate(change) {
      for (const list of [choices.unsettled, ...choices.during]) list.push(change);
      queryClient.setQueryData<NotificationSettings>(
        settingsKey,
        (before) => before && changed(before, change),
      );
    },
    onSuccess: () => void keep(cached()),
    onSettled(_answer, error, change) {
      choices.unsettled = choices.unsettled.filter((one) => one !== change);
      return error ? queryClient.invalidateQueries({ queryKey: settingsKey }) : undefined;
    },
  });
}

/** The changed settings, or a function of the previous ones. */
export type SettingsChange =
  | Partial<NotificationSettings>
  | ((settings: NotificationSettings) => Partial<NotificationSettings>);

function changed(settings: NotificationSettings, change: SettingsChange): NotificationSettings {
  return { ...settings, ...(typeof change === "function" ? change(settings) : change) };
}

function keep<Settings extends NotificationSettings | undefined>(settings: Settings): Settings {
  if (!settings) return settings;
  const { enabled, chat, tasks, announcements, calendar, sound, desktop, mobile } = settings;
  const copy = { enabled, chat, tasks, announcements, calendar, sound, desktop, mobile };
  try {
    openTextStorage().setItem(storageKey, JSON.stringify(copy));
  } catch {
    // Storage is full: the server has them.
  }
  return settings;
}
