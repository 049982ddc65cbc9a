import { useNavigate } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { draftsOf } from "../../capabilities/offline/drafts/use-draft.ts";
import { writingPlace } from "../../features/chat/stream/writing-place.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Menu } from "../../ui/popup/menu.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import type { KnownChannel } from "./source-parts.tsx";

export interface ShareInChatProps {
  channels: readonly KnownChannel[];
  label: string;
  /** Called once a chat is chosen. */
  text: () => Promise<string>;
}

/** Puts a text into the message field of a chat, behind what is typed there. */
export function ShareInChat({ channels, label, text }: ShareInChatProps) {
  const navigate = useNavigate();
  const drafts = draftsOf(useSignedIn());
  async function share(channelId: string) {
    const added = await text();
    const place = writingPlace(channelId, null);
    const typed = drafts.read(place);
    drafts.write(place, typed === "" ? added : `${typed}\n${added}`);
    await navigate({ to: "/chat/channel/$channelId", params: { channelId } });
  }
  return (
    <Menu
      label={label}
      trigger={
        <Button icon={MessageCircle} size="sm" variant="ghost">
          {label}
        </Button>
      }
      items={channels.map(({ id, title }) => ({
        label: title,
        onSelect: () => void share(id).catch((error: unknown) => notify.error(errorMessage(error))),
      }))}
    />
  );
}
