import type { DigestRhythm } from "@atoll/contract/mail/mail-kinds";
import type { MailPreferences } from "@atoll/contract/mail/schemas";
import { Mail } from "lucide-react";
import { errorMessage } from "../../lib/server/api-client.ts";
import { formatWall } from "../../lib/time/format-wall.ts";
import { ownWeek } from "../../lib/time/own-week.ts";
import { Select } from "../../ui/field/select.tsx";
import { Toggle } from "../../ui/field/toggle.tsx";
import { SettingCard } from "../../ui/layout/setting-card.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { LoadState } from "../../ui/state/load-state.tsx";
import { useChangeMailPreferences, useMailPreferences } from "./api.ts";

/** The mails a person gets in addition to those about their account. */
export function EmailCard() {
  const query = useMailPreferences();
  const change = useChangeMailPreferences();
  if (!query.data)
    return (
      <LoadState failure="Failed to load the settings of mail" query={query}>
        <RowSkeletons label="Loading the settings of mail" mark={16} rowClassName="py-3" />
      </LoadState>
    );
  const { isOn, address, zone, refusal } = query.data;
  if (!isOn)
    return (
      <SettingCard
        end={<Mail className="size-4 text-faint" />}
        text="This workspace sends no mail, so there is nothing to choose here. An administrator can set up a mail server."
        title="Email"
      />
    );
  // A choice is shown immediately, and reverted if it is refused.
  const shown = { ...query.data.preferences, ...(change.isPending && change.variables) };
  const set = (next: Partial<MailPreferences>) => change.mutate(next);
  return (
    <SettingCard
      end={<Mail className="size-4 text-faint" />}
      text={`Goes to ${address}, never in your quiet hours. Mails about your account always come.`}
      title="Email"
    >
      {change.error && (
        <div className="border-t px-4 py-3 md:px-5">
          <InlineAlert tone="error">{errorMessage(change.error)}</InlineAlert>
        </div>
      )}
      {refusal !== null && (
        <div className="border-t px-4 py-3 md:px-5">
          <InlineAlert tone="notice">
            The mail server says that it cannot deliver to {address}, so nothing of this is sent. Ask an
            administrator to correct your email or to try again.{" "}
            <code className="break-words text-xs">{refusal}</code>
          </InlineAlert>
        </div>
      )}
      <div className="flex flex-col gap-3 border-t px-4 py-3 md:px-5">
        <div className="grid gap-3 sm:grid-cols-3">
          <Select
            label="Digest"
            onValueChange={(digest) => set({ digest })}
            options={digestOptions}
            value={shown.digest}
          />
          {shown.digest === "weekly" && (
            <Select
              label="Day"
              onValueChange={(day) => set({ digestWeekday: Number(day) })}
              options={ownWeek().map(({ name, day }) => ({ value: String(day + 1), label: name }))}
              value={String(shown.digestWeekday)}
            />
          )}
          {shown.digest !== "off" && (
            <Select
              label="From"
              onValueChange={(hour) => set({ digestHour: Number(hour) })}
              options={hours()}
              value={String(shown.digestHour)}
            />
          )}
        </div>
        <p className="text-muted text-xs">
          What you have not read, what you are asked to confirm, and your tasks that are due. Nothing is sent
          if there is nothing.
          {shown.digest !== "off" && ` Times are those of ${zone.replaceAll("_", " ")}.`}
        </p>
      </div>
      <div className="border-t px-4 py-2 md:px-5">
        <Toggle
          checked={shown.announcements}
          help="If their author also sends them by mail."
          label="Announcements to confirm"
          labelFirst
          onChange={({ target }) => set({ announcements: target.checked })}
        />
      </div>
      <div className="border-t px-4 py-2 md:px-5">
        <Toggle
          checked={shown.showsTexts}
          help="Off: a mail says who wrote to you and where, but not what. Others may be able to read your mail."
          label="Show the beginnings of messages and comments"
          labelFirst
          onChange={({ target }) => set({ showsTexts: target.checked })}
        />
      </div>
    </SettingCard>
  );
}

const rhythmWords: Record<DigestRhythm, string> = { off: "Off", daily: "Every day", weekly: "Every week" };

/** The rhythms of a digest, to choose from. */
export const digestOptions = (Object.keys(rhythmWords) as DigestRhythm[]).map((value) => ({
  value,
  label: rhythmWords[value],
}));

/** The hours of a day as the person writes times. */
function hours() {
  return Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: formatWall("time", "2026-01-01", `${String(hour).padStart(2, "0")}:00`),
  }));
}
