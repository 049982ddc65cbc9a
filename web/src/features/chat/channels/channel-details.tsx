import type { Channel } from "@atoll/contract/chat/schemas";
import { retentionRoutes } from "@atoll/contract/retention/routes";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { useState } from "react";
import { useExportThing } from "../../../capabilities/export/use-export-thing.tsx";
import { DialogPersonCards } from "../../../capabilities/people/card/person-card.tsx";
import { counted } from "../../../lib/counted.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { formatInstant } from "../../../lib/time/format-date.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { channelTitle } from "../channel-list/channel-title.ts";
import { type ChatPlace, homePlace } from "../places/chat-place.ts";
import { MessageCard } from "../places/message-card.tsx";
import { CardSkeletons } from "../places/view-frame.tsx";
import { useChat } from "../session/chat-provider.tsx";
import { fetchPins, putArchived } from "./api.ts";
import { channelKeys } from "./channel-keys.ts";
import { EditChannel } from "./edit-channel.tsx";
import { LeaveChannel } from "./leave-channel.tsx";
import { ChannelMembers } from "./members/channel-members.tsx";
import { NotifySettings } from "./preferences/notify-settings.tsx";
import { useStar } from "./preferences/use-star.ts";
import { useChannelCache } from "./use-channel-cache.ts";

export type DetailsTab = "about" | "members" | "pins" | "integrations";

const webhooksPart = lazyPart(() => import("./webhooks/channel-webhooks.tsx"));

/** Loaded when somebody who manages the channel looks at it. */
function LazyWebhooks({ channel }: { channel: Channel }) {
  const part = useLazyPart(webhooksPart, true, () => undefined);
  return part ? <part.ChannelWebhooks channel={channel} /> : <CardSkeletons label="Loading webhooks" />;
}

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
    <Drawer open={open} onClose={() => onOpenChange(false)} title={channelTitle(channel)} width={440}>
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
        ...(channel.canManage ? [{ value: "integrations", label: "Integrations" } as const] : []),
      ]}
    >
      {tab === "about" && <AboutChannel channel={channel} onGo={onGo} />}
      {tab === "members" && <ChannelMembers channel={channel} />}
      <DialogPersonCards />
      {tab === "pins" && <ChannelPins channel={channel} onGo={onGo} />}
      {tab === "integrations" && channel.canManage && <LazyWebhooks channel={channel} />}
    </Tabs>
  );
}

interface AboutChannelProps {
  channel: Channel;
  onGo: (place: ChatPlace) => void;
}

/** A chat's description, the viewer's notification settings, and buttons to change or leave it. */
function AboutChannel({ channel, onGo }: AboutChannelProps) {
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
      <Retention channelId={channel.id} />
      <NotifySettings channel={channel} />
      {!isDirect && (
        <div className="flex flex-wrap gap-2 border-t pt-4">
          {channel.canManage && <ArchiveChannel channel={channel} />}
          {channel.canManage && <ExportChannel channel={channel} />}
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
        {channel.hasGuests && <Badge tone="warning">With guests</Badge>}
      </p>
      <Text label="Topic" text={channel.topic} />
      <Text label="Description" text={channel.description} />
      {channel.followsDepartment && (
        <p className="text-muted text-xs">Its members follow the department and change with it.</p>
      )}
    </div>
  );
}

/** Says how long messages are kept, if that is not for ever. */
function Retention({ channelId }: { channelId: string }) {
  const { isGuest } = useChat().viewer;
  const { data } = useQuery({
    enabled: !isGuest,
    queryKey: channelKeys.retention(channelId),
    queryFn: ({ signal }) => call(retentionRoutes.getChannelRetention, { params: { channelId } }, { signal }),
  });
  if (!data || (data.days === null && !data.next)) return null;
  return (
    <p className="text-muted text-xs">
      {data.days !== null && `Messages are deleted after ${counted(data.days, "day")}. `}
      {data.next?.days && `From ${formatInstant(data.next.at)}, after ${counted(data.next.days, "day")}.`}
    </p>
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

/** Archives a channel after asking, or brings it back. */
function ArchiveChannel({ channel }: { channel: Channel }) {
  const cache = useChannelCache();
  const [isAsking, setIsAsking] = useState(false);
  const isArchived = channel.archivedAt !== null;
  const archiving = useMutation({
    mutationFn: () => putArchived(channel.id, !isArchived),
    onSuccess: ({ channel: saved }) => {
      cache.take(saved);
      setIsAsking(false);
    },
    onError: (error) => isArchived && notify.error(errorMessage(error)),
  });
  if (isArchived) {
    return (
      <Button size="sm" loading={archiving.isPending} onClick={() => archiving.mutate()}>
        Unarchive channel
      </Button>
    );
  }
  return (
    <>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        Archive channel
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Archive ${channel.name}?`}
        verb="Archive channel"
        loading={archiving.isPending}
        error={archiving.error ? errorMessage(archiving.error) : undefined}
        onConfirm={() => archiving.mutate()}
      >
        It can still be read and searched, but nobody can write in it. It can be restored.
      </ConfirmDialog>
    </>
  );
}

function ExportChannel({ channel: { id, name } }: { channel: Channel }) {
  const { openExport, exportDialog } = useExportThing({ kind: "channel", id, name });
  return (
    <>
      <Button onClick={openExport} size="sm">
        Export
      </Button>
      {exportDialog}
    </>
  );
}

interface ChannelPinsProps {
  channel: Channel;
  onGo: (place: ChatPlace) => void;
}

/** The pinned messages of a chat, last pinned first, each a link to its place. */
function ChannelPins({ channel, onGo }: ChannelPinsProps) {
  const now = useNow();
  // A pin is a change of the stream, so the response includes all pins up to this head.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...channelKeys.pins(channel.id), channel.head],
    queryFn: ({ signal }) => fetchPins(channel.id, { signal }),
    placeholderData: (before) => before,
  });
  if (error) {
    return <LoadState query={{ error, isFetching, refetch }} />;
  }
  if (!data) return <CardSkeletons label="Loading pinned messages" />;
  if (data.messages.length === 0) return <EmptyState title="No pinned messages" drawing="messages" />;
  return (
    <ul aria-label="Pinned messages" className="divide-y overflow-hidden rounded-lg border bg-surface-raised">
      {data.messages.map((message) => (
        <MessageCard key={message.id} message={message} now={now} onGo={onGo} />
      ))}
    </ul>
  );
}
