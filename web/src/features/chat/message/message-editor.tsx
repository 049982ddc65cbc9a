import type { Message } from "@atoll/contract/chat/schemas";
import { EditField } from "./edit-field.tsx";
import type { MessageWork } from "./use-message-work.ts";

/** A message being changed in its place. */
export function MessageEditor({ message, work }: { message: Message; work: MessageWork }) {
  return (
    <EditField
      channelId={message.channelId}
      text={work.editing?.text ?? ""}
      onTextChange={work.setText}
      called={message.mentions}
      action="Save"
      isBusy={work.isBusy}
      error={work.error}
      onSave={({ ids }) => void work.save(ids)}
      onCancel={work.cancel}
    />
  );
}
