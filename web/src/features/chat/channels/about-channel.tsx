import type { Channel } from "@atoll/contract/chat/schemas";
import { Star } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { type ChatPlace, homePlace } from "../places/chat-place.ts";
import { ArchiveChannel } from "./archive-channel.tsx";
import { EditChannel } from "./edit-channel.tsx";
import { LeaveChannel } from "./leave-channel.tsx";
import { NotifySettings } from "./preferences/notify-settings.tsx";
import { useStar } from "./preferences/use-star.ts";

export interface AboutChannelProps {
  channel: Channel;
  onGo: (place: ChatPlace) => void;
}

/** A chat's description, the viewer's notification settings, and buttons to change or leave it. */
export function AboutChannel({ channel, onGo }: AboutChannelProps) {
  const star = useStar();
  const [isEditing, setIsEditing] = useState(false);
  const isDirect = channel.type === "DIRECT";
  if (isEditing) return <EditChannel channel={channel} onClose={() => setIsEditing(false)} />;
  return (
    <div className="flex flex-col gap-5">
      {!isDirect && <Texts channel={channel} />}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={Star} aria-pressed={channel.isStarred} onClick={() => star(channel)}>
          {channel.isStarred ? "Remove star" : "Star"}
        </Button>
        {channel.canManage && (
          <Button size="sm" onClick={() => setIsEditing(true)}>
            Edit
          </Button>
        )}
      </div>
      <NotifySettings channel={channel} />
      {!isDirect && (
        <div className="flex flex-wrap gap-2 border-t pt-4">
          {channel.canManage && <ArchiveChannel channel={channel} />}
          {!channel.followsDepartment && <LeaveChannel channel={channel} onLeft={() => onGo(homePlace)} />}
        </div>
      )}
    </div>
  );
}

function Texts({ channel }: { channel: Channel }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap gap-1.5">
        <Badge>{channel.type === "PUBLIC" ? "Public channel" : "Private channel"}</Badge>
        {channel.isOwnersOnly && <Badge>Only owners write</Badge>}
        {channel.archivedAt !== null && <Badge tone="warning">Archived</Badge>}
      </p>
      <Text label="Topic" text={channel.topic} />
      <Text label="Description" text={channel.description} />
      {channel.followsDepartment && (
        <p className="text-muted text-xs">Its members follow the department and change with it.</p>
      )}
    </div>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <h3 className="font-semibold text-xs">{label}</h3>
      {text === "" ? (
        <p className="text-faint">None</p>
      ) : (
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
      )}
    </div>
  );
}
