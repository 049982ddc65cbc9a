import {
  channelDescriptionSchema,
  channelNameSchema,
  channelTopicSchema,
} from "@atoll/contract/chat/channel-schemas";
import type { Channel } from "@atoll/contract/chat/schemas";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
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

const channelFormSchema = z.object({
  name: channelNameSchema,
  topic: channelTopicSchema,
  description: channelDescriptionSchema,
  isOwnersOnly: z.boolean(),
});

/** Form for name, topic, description and who may write. Only changed fields are sent. */
export function EditChannel({ channel, onClose }: EditChannelProps) {
  const cache = useChannelCache();
  const { name, topic, description, isOwnersOnly } = channel;
  const form = useForm({
    values: { name, topic, description, isOwnersOnly },
    schema: channelFormSchema,
    send: async (next) => {
      const changes: ChannelChanges = {
        ...(next.name !== name && { name: next.name }),
        ...(next.topic !== topic && { topic: next.topic }),
        ...(next.description !== description && { description: next.description }),
        ...(next.isOwnersOnly !== isOwnersOnly && { isOwnersOnly: next.isOwnersOnly }),
      };
      if (Object.keys(changes).length > 0) cache.take((await updateChannel(channel.id, changes)).channel);
      onClose();
    },
  });
  const ownersOnly = useChoice(form, "isOwnersOnly");
  return (
    <form noValidate aria-label="Edit channel" className="flex flex-col gap-4" onSubmit={form.submit}>
      <TextField {...form.field("name")} label="Name" />
      <TextField {...form.field("topic")} label="Topic" />
      <TextArea {...form.field("description")} grows label="Description" />
      <Toggle
        labelFirst
        label="Only owners write"
        help="Everybody else reads."
        checked={ownersOnly.value}
        onChange={(event) => ownersOnly.onValueChange(event.target.checked)}
      />
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" loading={form.isSending}>
          Save
        </Button>
      </div>
    </form>
  );
}
