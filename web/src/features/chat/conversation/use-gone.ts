import { useEffect, useEffectEvent, useState } from "react";
import type { Drafts } from "../../../capabilities/offline/drafts/drafts.ts";
import { draftsOf } from "../../../capabilities/offline/drafts/use-draft.ts";
import { explainLostWords } from "../../../lib/page/lost-words.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { channelTitle } from "../channel-list/channel-title.ts";
import { useChannels } from "../session/use-channels.ts";
import { isWrittenIn } from "../stream/writing-place.ts";

/**
 * Leaves a channel that has disappeared from the list; one that was never listed shows its error. The text being
 * written stays a draft and can be copied, because its field disappears with the channel.
 */
export function useGone(channelId: string, onLeave: () => void): void {
  const { data: channels } = useChannels();
  const drafts = draftsOf(useSignedIn());
  const listed = channels?.find((channel) => channel.id === channelId);
  const title = listed && channelTitle(listed);
  const [lastTitle, setLastTitle] = useState<string>();
  if (title !== undefined && title !== lastTitle) setLastTitle(title);
  const goneFrom = channels !== undefined && !listed ? lastTitle : undefined;
  const leave = useEffectEvent((name: string) => {
    const draft = begunIn(drafts, channelId);
    const id = `gone-${channelId}`;
    const said = `You are no longer a member of ${name}.`;
    if (draft === "") notify.info(said, { id });
    else if (!explainLostWords(said, draft))
      notify.info(`${said} What you were writing was not sent.`, {
        id,
        stays: true,
        action: { label: "Copy text", onClick: () => copyText(draft, "Text copied") },
      });
    onLeave();
  });
  useEffect(() => {
    if (goneFrom !== undefined) leave(goneFrom);
  }, [goneFrom]);
}

function begunIn(drafts: Drafts, channelId: string): string {
  const places = [...drafts.subjects()].filter((place) => isWrittenIn(place, channelId));
  return places.map((place) => drafts.read(place)).join("\n\n");
}
