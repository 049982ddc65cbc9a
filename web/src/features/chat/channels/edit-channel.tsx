import {
  channelDescriptionSchema,
  channelNameSchema,
  channelTopicSchema,
} from "@atoll/contract/chat/channel-schemas";
import type { Channel } from "@atoll/contract/chat/schemas";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { isNameTaken } from "../../../lib/judge-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { type ChannelChanges, updateChannel } from "./api.ts";
import { useChannelCache } from "./use-channel-cache.ts";

export interface EditChannelProps {
  channel: Channel;
  onClose: () => void;
}

/** Name, topic, description and who may write; only what was changed is sent. */
export function EditChannel({ channel, onClose }: EditChannelProps) {
  const cache = useChannelCache();
  const { name, topic, description, isOwnersOnly } = channel;
  const [form, setForm] = useState({ name, topic, description, isOwnersOnly });
  const [wasTried, setWasTried] = useState(false);
  const saving = useMutation({
    mutationFn: (changes: ChannelChanges) => updateChannel(channel.id, changes),
    onSuccess: ({ channel: saved }) => {
      cache.take(saved);
      onClose();
    },
  });
  const mistakes = {
    name: channelNameSchema.safeParse(form.name).error?.issues[0]?.message,
    topic: channelTopicSchema.safeParse(form.topic).error?.issues[0]?.message,
    description: channelDescriptionSchema.safeParse(form.description).error?.issues[0]?.message,
  };
  const isTaken = isNameTaken(saving.error);
  const shown: Partial<typeof mistakes> = wasTried ? mistakes : {};

  function change(next: Partial<typeof form>) {
    setForm({ ...form, ...next });
    if (saving.error) saving.reset();
  }
  function save(event: FormEvent) {
    event.preventDefault();
    setWasTried(true);
    if (Object.values(mistakes).some(Boolean) || saving.isPending) return;
    const changes: ChannelChanges = {
      ...(form.name !== name && { name: form.name }),
      ...(form.topic !== topic && { topic: form.topic }),
      ...(form.description !== description && { description: form.description }),
      ...(form.isOwnersOnly !== isOwnersOnly && { isOwnersOnly: form.isOwnersOnly }),
    };
    if (Object.keys(changes).length === 0) onClose();
    else saving.mutate(changes);
  }
  return (
    <form noValidate aria-label="Edit channel" className="flex flex-col gap-4" onSubmit={save}>
      <TextField
        label="Name"
        value={form.name}
        error={isTaken ? errorMessage(saving.error) : shown.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label="Topic"
        value={form.topic}
        error={shown.topic}
        onChange={(event) => change({ topic: event.target.value })}
      />
      <TextArea
        grows
        label="Description"
        value={form.description}
        error={shown.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <Toggle
        labelFirst
        label="Only owners write"
        help="Everybody else reads."
        checked={form.isOwnersOnly}
        onChange={(event) => change({ isOwnersOnly: event.target.checked })}
      />
      {saving.error && !isTaken && <InlineAlert tone="error">{errorMessage(saving.error)}</InlineAlert>}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" loading={saving.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
