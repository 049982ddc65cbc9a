import { isUuid } from "@atoll/contract/uuid";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { AskPlace } from "../../features/ask-ai/ask-composer.tsx";
import { AskScreen } from "../../features/ask-ai/ask-screen.tsx";
import type { SourceParts } from "../../features/ask-ai/source-parts.ts";
import { useOverview } from "../../features/knowledge/data/queries.ts";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";
import { usePageTitle } from "../../lib/page/page-title.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { AnswerActions } from "./answer-actions.tsx";
import { type KnownChannel, WithSourceParts } from "./source-parts.tsx";

const route = getRouteApi("/workspace/ask-ai");

/** /ask-ai, and /ask-ai?conversation={id}; `q` fills the field, `channel` and `ofThread` offer a summary. Specification, section 2. */
export function AskAiPage() {
  return <WithSourceParts>{(parts, channels) => <Page channels={channels} parts={parts} />}</WithSourceParts>;
}

function Page({ channels, parts }: { channels: readonly KnownChannel[]; parts: SourceParts }) {
  const { conversation, q, channel, ofThread } = route.useSearch();
  const navigate = route.useNavigate();
  const viewer = useViewer();
  const { companyName } = useWorkspace();
  usePageTitle("Ask AI");
  const examples = useExamples();
  const id = idIn(conversation);
  const places: AskPlace[] = [
    { scope: { kind: "knowledge" }, name: "Knowledge base", detail: "Its pages only" },
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
      examples={examples}
      places={places}
      parts={parts}
      firstQuestion={id === undefined ? q : undefined}
      firstChannelId={idIn(channel)}
      threadId={idIn(ofThread)}
      onConversation={(next) =>
        void navigate({ search: next === undefined ? {} : { conversation: next }, replace: id === next })
      }
      renderActions={(turn, onShare) => (
        <AnswerActions turn={turn} channels={channels} parts={parts} onShare={onShare} />
      )}
      renderLink={(one) => <Link to="/ask-ai" search={{ conversation: one }} />}
    />
  );
}

/** Questions that fit every company, until people open answers of its own. */
const usualExamples = [
  "How do I take a day off?",
  "Who can help me with my laptop?",
  "What was decided this week?",
];

/** The answers that colleagues have opened most often lately are good questions to begin with. */
function useExamples(): readonly string[] {
  const { data } = useOverview();
  const asked = (data?.popular ?? []).flatMap(({ article: { title } }) => (title.endsWith("?") ? title : []));
  return [...asked, ...usualExamples].slice(0, usualExamples.length);
}

const idIn = (value: unknown) => (isUuid(value) ? value : undefined);
