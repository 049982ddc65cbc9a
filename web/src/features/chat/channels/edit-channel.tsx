import {
  channelDescriptionSchema,
  channelNameSchema,
  channelTopicSchema,
} from "@atoll/contract/chat/channel-schemas";
import type { Channel } from "@atoll/contract/chat/schemas";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FormWords, forgetWords } from "../../../ui/dialog/form-words.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { fetchChannel, updateChannel } from "./api.ts";
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
  const form = useEditForm({
    stored: storedOf(channel),
    schema: channelFormSchema,
    fetchNewest: async () => storedOf(await fetchChannel(channel.id)),
    async save(next, { seen, pick }) {
      const { channel: saved } = await updateChannel(channel.id, { ...pick(next), seen: pick(seen) });
      cache.take(saved);
      return undefined;
    },
    onDone: onClose,
  });
  const ownersOnly = useChoice(form, "isOwnersOnly");
  return (
    <form noValidate aria-label="Edit channel" className="flex flex-col gap-4" onSubmit={form.submit}>
      <FormWords form={form} keptAs={`channel/${channel.id}`} title={channel.name ?? "Edit channel"} />
      <FormClashes form={form} labels={labels} />
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
        <Button
          variant="ghost"
          onClick={() => {
            forgetWords(form);
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" variant="primary" loading={form.isSending}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** A channel has no version: the server compares the fields. */
const storedOf = ({ name, topic, description, isOwnersOnly }: Channel) => ({
  values: { name, topic, description, isOwnersOnly },
  version: 0,
});

const labels = {
  name: "Name",
  topic: "Topic",
  description: "Description",
  isOwnersOnly: "Only owners write",
};
