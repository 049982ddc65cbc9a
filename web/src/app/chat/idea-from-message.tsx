import { useNavigate } from "@tanstack/react-router";
import { authorName } from "../../capabilities/people/author-name.ts";
import { channelTitle } from "../../features/chat/channel-list/channel-title.ts";
import type { SelectedText } from "../../features/chat/selection/selected-text.ts";
import { useChannel } from "../../features/chat/session/use-channels.ts";
import { NewIdeaDialog } from "../../features/ideas/new/new-idea-dialog.tsx";
import { proposeTask } from "../../features/tasks/create/propose-task.ts";

/** A new idea with the words of a message, and a link back to it for those who may read it. */
export function IdeaFromMessage({ selected, onClose }: { selected: SelectedText; onClose: () => void }) {
  const navigate = useNavigate();
  const { message, text } = selected;
  const channel = useChannel(message.channelId);
  const where = !channel || channel.type === "DIRECT" ? "a direct chat" : channelTitle(channel);
  const { title, description } = proposeTask(text);
  return (
    <NewIdeaDialog
      key={message.id}
      begin={{
        title,
        text: description === title ? "" : description,
        source: { messageId: message.id, line: `${authorName(message.author)} in ${where}` },
      }}
      onClose={onClose}
      onOpen={(ideaId) => void navigate({ to: "/ideas/$ideaId", params: { ideaId } })}
    />
  );
}
