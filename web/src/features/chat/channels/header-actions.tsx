import type { Channel } from "@atoll/contract/chat/schemas";
import { Info } from "lucide-react";
import { useState } from "react";
import { lazyPart, useOpenedPart } from "../../../ui/base/lazy-part.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { isGroup } from "../channel-list/channel-title.ts";
import type { ChatPlace } from "../places/chat-place.ts";
import type { DetailsTab } from "./channel-details.tsx";
import { WhoIsIn } from "./members/who-is-in.tsx";
import { SummaryButton } from "./summary-button.tsx";

export interface HeaderActionsProps {
  channel: Channel;
  isDisconnected: boolean;
  onGo: (place: ChatPlace) => void;
}

const detailsPart = lazyPart(() => import("./channel-details.tsx"));

/** The actions at the end of a conversation's header: members, and the menu with everything else. */
export function HeaderActions({ channel, isDisconnected, onGo }: HeaderActionsProps) {
  const [tab, setTab] = useState<DetailsTab>("about");
  const [isOpen, setIsOpen] = useState(false);
  const part = useOpenedPart(detailsPart, isOpen, () => setIsOpen(false));
  function show(next: DetailsTab) {
    setTab(next);
    setIsOpen(true);
  }
  return (
    <>
      {(channel.type !== "DIRECT" || isGroup(channel)) && (
        <WhoIsIn channel={channel} isDisconnected={isDisconnected} onShow={() => show("members")} />
      )}
      <span className="max-md:hidden">
        <SummaryButton label="Catch up with Ask AI" query={{ channel: channel.id }} />
      </span>
      <IconButton label="Details" icon={Info} size="sm" onClick={() => show("about")} />
      {part && (
        <part.ChannelDetails
          channel={channel}
          open={isOpen}
          onOpenChange={setIsOpen}
          startAt={tab}
          onGo={onGo}
        />
      )}
    </>
  );
}
