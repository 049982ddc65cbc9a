import { Link, useNavigate } from "@tanstack/react-router";
import { MessageCircle } from "lucide-react";
import { useOpenDirect } from "../../features/chat/search/use-open-direct.ts";
import { useOptionalChat } from "../../features/chat/session/chat-provider.tsx";
import { useViewer } from "../../lib/session/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { buttonClass } from "../../ui/button/button-class.ts";

export interface PersonActionsProps {
  personId: string;
  /** Something was chosen that leads elsewhere. */
  onDone: () => void;
  /** It stands on the person's page already. */
  isPage?: boolean;
}

/** The workspace's actions for a person. */
export function PersonActions({ personId, onDone, isPage = false }: PersonActionsProps) {
  const chat = useOptionalChat();
  const viewer = useViewer();
  const link = buttonClass({ size: "sm" });
  return (
    <>
      {personId !== viewer.id && chat && <Message personId={personId} onDone={onDone} />}
      {!isPage && !viewer.isGuest && (
        <Link to="/colleagues/$personId" params={{ personId }} onClick={onDone} className={link}>
          Profile
        </Link>
      )}
      {personId === viewer.id && (
        <Link to="/settings" search={{ view: "account" }} onClick={onDone} className={link}>
          Edit your profile
        </Link>
      )}
    </>
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
