import { canUseChat } from "@atoll/contract/chat/policy";
import { type ReactNode, useMemo } from "react";
import { authorName } from "../../capabilities/people/author-name.ts";
import type { SourceParts } from "../../features/ask-ai/source-parts.ts";
import { channelTitle } from "../../features/chat/channel-list/channel-title.ts";
import { useChannels } from "../../features/chat/session/use-channels.ts";
import { hitName, metaOf, placeOf } from "../../features/search/results/hit-words.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Marked } from "../../ui/base/marked.tsx";
import { useOpenHit } from "../search/use-open-hit.tsx";

export interface KnownChannel {
  id: string;
  title: string;
}

const noChannels: readonly KnownChannel[] = [];

export interface WithSourcePartsProps {
  children: (parts: SourceParts, channels: readonly KnownChannel[]) => ReactNode;
}

/** How sources are named and opened, and the channels that they can be in. */
export function WithSourceParts({ children }: WithSourcePartsProps) {
  // A viewer who may not use the chat has no channels to look in.
  return canUseChat(useViewer()) ? (
    <WithChannels>{children}</WithChannels>
  ) : (
    <WithNames channels={noChannels}>{children}</WithNames>
  );
}

function WithChannels({ children }: WithSourcePartsProps) {
  const { data } = useChannels();
  const channels = useMemo(
    () => data?.map((channel) => ({ id: channel.id, title: channelTitle(channel) })) ?? noChannels,
    [data],
  );
  return <WithNames channels={channels}>{children}</WithNames>;
}

function WithNames({ channels, children }: WithSourcePartsProps & { channels: readonly KnownChannel[] }) {
  const openHit = useOpenHit();
  const names = new Map(channels.map((channel) => [channel.id, channel.title]));
  const placeName = (channelId: string) => names.get(channelId);
  const parts: SourceParts = {
    // A message has no name: it is called by where it was said, and its author says the rest.
    name: ({ detail, ...hit }) =>
      detail.kind === "message" ? placeOf(detail.channel, placeName) : hitName({ detail, ...hit }),
    meta: (hit) => (hit.kind === "message" ? ["Message", authorName(hit.person)] : metaOf(hit, placeName)),
    quote: (text) => <Marked {...text} />,
    open: openHit,
  };
  return children(parts, channels);
}
