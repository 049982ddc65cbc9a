import type { NotifyLevel } from "@atoll/contract/chat/channel-schemas";
import type { Channel } from "@atoll/contract/chat/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../../lib/api-client.ts";
import { RadioGroup } from "../../../ui/field/radio.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { type Preferences, putPreferences } from "./api.ts";
import { useChannelCache } from "./use-channel-cache.ts";

const levels: readonly { value: NotifyLevel; label: string }[] = [
  { value: "all", label: "All messages" },
  { value: "mentions", label: "Only mentions" },
  { value: "none", label: "Nothing" },
];

/** What the viewer wants to be told of. It acts at once, and goes back when the server refuses. */
export function NotifySettings({ channel }: { channel: Channel }) {
  const cache = useChannelCache();
  const client = useQueryClient();
  const mutationKey = ["preferences", channel.id];
  const saving = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(" ") },
    mutationFn: (wanted: Preferences) => putPreferences(channel.id, wanted),
    onMutate: (wanted) => {
      cache.patch(channel.id, wanted);
      return { notify: channel.notify, isMuted: channel.isMuted };
    },
    onSuccess({ channel: saved }) {
      // It knows nothing of what was chosen since.
      if (client.isMutating({ mutationKey }) === 1) cache.take(saved);
    },
    onError: (_error, _wanted, before) => before && cache.patch(channel.id, before),
  });
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
