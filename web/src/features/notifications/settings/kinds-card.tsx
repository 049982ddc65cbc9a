import { kindsForGuests } from "@atoll/contract/guest-access/kinds-for-guests";
import {
  type NotificationKind,
  notificationKindNames,
  notificationKinds,
} from "@atoll/contract/notification-kinds";
import type { NotificationSettings } from "@atoll/contract/notifications/settings-schemas";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { SettingCard } from "../../../ui/layout/setting-card.tsx";
import { iconOfKind } from "../inbox/kind-icons.ts";
import type { ShownSettings } from "./settings-loaded.tsx";

const ways = [
  ["inbox", "Inbox"],
  ["push", "Banner"],
  ["sound", "Sound"],
] as const;
type Way = (typeof ways)[number][0];

const areas = [
  ["chat", "Chat"],
  ["tasks", "Tasks"],
  ["announcements", "Announcements"],
  ["calendar", "Calendar"],
  ["account", "Your account"],
] as const;

/** For each kind of notifications the ways that it takes. */
export function KindsCard({ settings, set }: ShownSettings) {
  const { isGuest } = useViewer();
  const shown = isGuest ? kindsForGuests : notificationKindNames;
  const isChosen = Object.keys(settings.kinds).length > 0;
  return (
    <SettingCard
      end={
        <Button disabled={!isChosen} onClick={() => set({ kinds: {} })} size="sm" variant="ghost">
          Back to standard
        </Button>
      }
      text="Choose what goes into your inbox, shows a banner or makes a sound. Toggles above that are off take precedence."
      title="Kind by kind"
    >
      <table className="w-full border-t">
        <thead>
          <tr className="text-faint text-xs">
            <th className="px-4 py-2 text-left font-medium md:px-5" scope="col">
              Tell me when
            </th>
            {ways.map(([way, label]) => (
              <th
                className="w-16 py-2 max-md:w-[52px] text-center font-medium last:pr-3"
                key={way}
                scope="col"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {areas.map(([area, label]) => {
          const names = shown.filter((name) => notificationKinds[name].area === area);
          return (
            names.length > 0 && (
              <tbody className="border-t" key={area}>
                <tr>
                  <th
                    className="px-4 pt-2 pb-1 text-left font-semibold text-muted text-xs md:px-5"
                    colSpan={ways.length + 1}
                    scope="rowgroup"
                  >
                    {label}
                  </th>
                </tr>
                {names.map((name) => (
                  <KindRow key={name} name={name} set={set} settings={settings} />
                ))}
              </tbody>
            )
          );
        })}
      </table>
    </SettingCard>
  );
}

function KindRow({ name, settings, set }: ShownSettings & { name: NotificationKind }) {
  const { label, isAlwaysKept } = notificationKinds[name];
  const Icon = iconOfKind(name);
  const chosen = { ...notificationKinds[name].ways, ...settings.kinds[name] };
  return (
    <tr className="hover:bg-surface-hover">
      <th className="px-4 py-1.5 text-left font-[400] md:px-5" scope="row">
        <span className="flex items-start gap-2.5">
          <Icon className="mt-0.5 size-4 flex-none text-faint" />
          {label}
        </span>
      </th>
      {ways.map(([way, wayLabel]) => {
        const isHeld = way === "inbox" && isAlwaysKept === true;
        return (
          <td className="py-1.5 text-center align-middle last:pr-3" key={way}>
            <Checkbox
              checked={isHeld || chosen[way]}
              className="justify-center"
              disabled={isHeld || (way !== "inbox" && !settings.enabled)}
              hideLabel
              label={`${wayLabel}: ${label}`}
              onChange={({ target: { checked } }) =>
                set((now) => ({ kinds: withWay(now, name, way, checked) }))
              }
              title={isHeld ? "Possible security events on your account are always kept." : undefined}
            />
          </td>
        );
      })}
    </tr>
  );
}

/** Pure: only what differs from the kind's own ways is kept, so that a better standard reaches who chose nothing. */
export function withWay(
  { kinds }: Pick<NotificationSettings, "kinds">,
  name: NotificationKind,
  way: Way,
  isOn: boolean,
): NotificationSettings["kinds"] {
  const { [name]: before, ...others } = kinds;
  const { [way]: _, ...rest } = before ?? {};
  const next = isOn === notificationKinds[name].ways[way] ? rest : { ...rest, [way]: isOn };
  return Object.keys(next).length > 0 ? { ...others, [name]: next } : others;
}
