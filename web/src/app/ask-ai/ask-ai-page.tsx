import { getRouteApi, Link } from "@tanstack/react-router";
import { MessageCircleQuestionMark } from "lucide-react";
import type { AskPlace } from "../../features/ask-ai/ask-composer.tsx";
import { AskScreen } from "../../features/ask-ai/ask-screen.tsx";
import type { SourceParts } from "../../features/ask-ai/source-parts.ts";
import { useWorkspace } from "../../features/workspace/use-workspace.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useViewer } from "../../lib/use-session.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";
import { type KnownChannel, WithSourceParts } from "./source-parts.tsx";

const route = getRouteApi("/workspace/ask-ai");
const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const askPersonLook = buttonClass({ size: "sm", variant: "ghost" });

/** /ask-ai, and /ask-ai?conversation={id}; `q` fills the field. Specification, section 2. */
export function AskAiPage() {
  return <WithSourceParts>{(parts, channels) => <Page channels={channels} parts={parts} />}</WithSourceParts>;
}

function Page({ channels, parts }: { channels: readonly KnownChannel[]; parts: SourceParts }) {
  const { conversation, q } = route.useSearch();
  const navigate = route.useNavigate();
  const viewer = useViewer();
  const { companyName } = useWorkspace();
  usePageTitle("Ask AI");
  const id = typeof conversation === "string" && anId.test(conversation) ? conversation : undefined;
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
      places={places}
      parts={parts}
      firstQuestion={typeof q === "string" && id === undefined ? q : undefined}
      onConversation={(next) =>
        void navigate({ search: next === undefined ? {} : { conversation: next }, replace: id === next })
      }
      askPerson={(question) => (
        <Link
          className={askPersonLook}
          to="/community-faqs/$"
          params={{ _splat: "ask" }}
          search={{ title: question }}
        >
          <MessageCircleQuestionMark className="size-4" aria-hidden="true" />
          Ask a person
        </Link>
      )}
      renderLink={(one) => <Link to="/ask-ai" search={{ conversation: one }} />}
    />
  );
}
