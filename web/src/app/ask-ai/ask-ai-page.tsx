import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { authorName } from "../../capabilities/people/author-name.ts";
import type { AskPlace } from "../../features/ask-ai/ask-composer.tsx";
import { AskScreen } from "../../features/ask-ai/ask-screen.tsx";
import type { SourceParts } from "../../features/ask-ai/source-parts.ts";
import { channelTitle } from "../../features/chat/channel-list/channel-title.ts";
import { useOptionalChat } from "../../features/chat/session/chat-provider.tsx";
import { useChannels } from "../../features/chat/session/use-channels.ts";
import { hitName, metaOf, placeOf } from "../../features/search/results/hit-words.ts";
import { Marked } from "../../features/search/results/marked.tsx";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useViewer } from "../../lib/use-session.tsx";
import { useOpenHit } from "../search/use-open-hit.tsx";

const route = getRouteApi("/workspace/ask-ai");
const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const noChannels: readonly { id: string; title: string }[] = [];

/** /ask-ai, and /ask-ai?conversation={id}; `q` fills the field. Specification, section 2. */
export function AskAiPage() {
  // Who may not use the chat has no channels to look in.
  return useOptionalChat() ? <WithChannels /> : <Page channels={noChannels} />;
}

function WithChannels() {
  const { data } = useChannels();
  const channels = useMemo(
    () => data?.map((channel) => ({ id: channel.id, title: channelTitle(channel) })) ?? noChannels,
    [data],
  );
  return <Page channels={channels} />;
}

function Page({ channels }: { channels: readonly { id: string; title: string }[] }) {
  const { conversation, q } = route.useSearch();
  const navigate = route.useNavigate();
  const viewer = useViewer();
  const { companyName } = useWorkspace();
  const openHit = useOpenHit();
  usePageTitle("Ask AI");
  const id = typeof conversation === "string" && anId.test(conversation) ? conversation : undefined;
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
  const places: AskPlace[] = [
    ...viewer.departments.map(
      (department): AskPlace => ({
        scope: { kind: "department", id: department.id },
        name: department.name,
        detail: "Department",
      }),
    ),
    ...channels.map(
      (channel): AskPlace => ({
        scope: { kind: "channel", id: channel.id },
        name: channel.title,
        detail: "Chat",
      }),
    ),
  ];
  return (
    <AskScreen
      conversationId={id}
      companyName={companyName}
      places={places}
      parts={parts}
      firstQuestion={typeof q === "string" && id === undefined ? q : undefined}
      onConversation={(next) =>
        void navigate({ search: next === undefined ? {} : { conversation: next }, replace: id === next })
      }
      renderLink={(one) => <Link to="/ask-ai" search={{ conversation: one }} />}
    />
  );
}
