import type { Channel } from "@atoll/contract/chat/schemas";
import { useState } from "react";
import { DialogPersonCards } from "../../../capabilities/people/card/person-card.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { channelTitle } from "../channel-list/channel-title.ts";
import type { ChatPlace } from "../places/chat-place.ts";
import { AboutChannel } from "./about-channel.tsx";
import { ChannelPins } from "./channel-pins.tsx";
import { ChannelMembers } from "./members/channel-members.tsx";

export type DetailsTab = "about" | "members" | "pins";

export interface ChannelDetailsProps {
  channel: Channel;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onGo: (place: ChatPlace) => void;
  startAt?: DetailsTab;
}

/** All that is known of a chat, and what the viewer may change of it. */
export function ChannelDetails({
  channel,
  open,
  onOpenChange,
  onGo,
  startAt = "about",
}: ChannelDetailsProps) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={channelTitle(channel)} width={440}>
      <Details
        channel={channel}
        startAt={startAt}
        onGo={(place) => {
          onOpenChange(false);
          onGo(place);
        }}
      />
    </Drawer>
  );
}

interface DetailsProps {
  channel: Channel;
  startAt: DetailsTab;
  onGo: (place: ChatPlace) => void;
}

/** Its own component, so that each opening begins at its first tab. */
function Details({ channel, startAt, onGo }: DetailsProps) {
  const [tab, setTab] = useState(startAt);
  return (
    <Tabs
      label="Details"
      className="p-4"
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: "about", label: "About" },
        { value: "members", label: "Members", count: channel.memberCount },
        { value: "pins", label: "Pinned" },
      ]}
    >
      {tab === "about" && <AboutChannel channel={channel} onGo={onGo} />}
      {tab === "members" && <ChannelMembers channel={channel} />}
      <DialogPersonCards />
      {tab === "pins" && <ChannelPins channel={channel} onGo={onGo} />}
    </Tabs>
  );
}
