import { Link, useNavigate } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { PersonCards as Cards } from "../../capabilities/people/card/person-card.tsx";
import { useOpenDirect } from "../../features/chat/search/use-open-direct.ts";
import { useOptionalChat } from "../../features/chat/session/chat-provider.tsx";
import { useViewer } from "../../lib/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";

/** The cards of people, with what the workspace can do with one. */
export function PersonCards() {
  const chat = useOptionalChat();
  const viewer = useViewer();
  return (
    <Cards
      actions={(personId, close) =>
        personId === viewer.id ? (
          <Link to="/settings" onClick={close} className="font-medium text-primary-text hover:underline">
            Edit your profile
          </Link>
        ) : (
          chat && <Message personId={personId} onDone={close} />
        )
      }
    />
  );
}

function Message({ personId, onDone }: { personId: string; onDone: () => void }) {
  const navigate = useNavigate();
  const direct = useOpenDirect((channelId) => {
    onDone();
    void navigate({ to: "/chat/channel/$channelId", params: { channelId } });
  });
  return (
    <>
      <Button
        variant="primary"
        size="sm"
        icon={MessageCircle}
        loading={direct.isOpening}
        onClick={() => direct.open(personId)}
      >
        Message
      </Button>
      {direct.error && (
        <p role="alert" className="text-danger-text text-xs">
          {direct.error}
        </p>
      )}
    </>
  );
}
