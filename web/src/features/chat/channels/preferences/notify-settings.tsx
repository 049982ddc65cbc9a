import type { NotifyLevel } from "@atoll/contract/chat/channel-schemas";
import type { Channel } from "@atoll/contract/chat/schemas";
import { errorMessage } from "../../../../lib/server/api-client.ts";
import { RadioGroup } from "../../../../ui/field/radio.tsx";
import { Toggle } from "../../../../ui/field/toggle.tsx";
import { InlineAlert } from "../../../../ui/state/inline-alert.tsx";
import { usePreferences } from "./use-preferences.ts";

const levels: readonly { value: NotifyLevel; label: string }[] = [
  { value: "all", label: "All messages" },
  { value: "mentions", label: "Only mentions" },
  { value: "none", label: "Nothing" },
];

/** The viewer's notification level. A choice applies immediately, and is reverted if the server refuses it. */
export function NotifySettings({ channel }: { channel: Channel }) {
  const saving = usePreferences(channel);
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup
        label="Notify me about"
        options={levels}
        value={channel.notify}
        onValueChange={(notify) => saving.mutate({ notify })}
      />
      <Toggle
        labelFirst
        label="Mute"
        help="It stays quiet in the list; mentions still count."
        checked={channel.isMuted}
        onChange={(event) => saving.mutate({ isMuted: event.target.checked })}
      />
      {saving.error && <InlineAlert tone="error">{errorMessage(saving.error)}</InlineAlert>}
    </div>
  );
}
