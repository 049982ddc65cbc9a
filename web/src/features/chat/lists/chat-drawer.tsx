import type { Channel } from "@atoll/contract/chat/schemas";
import { House, SquarePen } from "lucide-react";
import { type ReactNode, useId } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/skeleton.tsx";
import { useChannels } from "../use-channels.ts";
import { ChannelRow, DrawerRow } from "./drawer-row.tsx";
import { moveFocus } from "./move-focus.ts";

export interface ChatDrawerProps {
  channelId: string | null;
  className: string;
  onOpen: (channelId: string | null) => void;
  onNewChat: () => void;
}

/** The list of chats. Specification, section 2 (drawer); texts of section 8. */
export function ChatDrawer({ channelId, className, onOpen, onNewChat }: ChatDrawerProps) {
  const { data: channels, error, refetch, isFetching } = useChannels();
  return (
    <div
      className={cx(
        "flex min-h-0 flex-col overflow-hidden bg-surface-sunken md:col-start-1 md:row-span-2 md:row-start-1 md:w-chat-drawer md:border-r",
        className,
      )}
    >
      {/* On phones the list is a screen of its own. */}
      <h1 className="sr-only md:hidden">Chats</h1>
      <div className="flex gap-2 px-3 pt-2.5 pb-1.5">
        <Button size="sm" icon={SquarePen} onClick={onNewChat}>
          New chat
        </Button>
      </div>
      <nav
        aria-label="Chats"
        className="min-h-0 flex-1 overflow-y-auto px-2 pb-3"
        onKeyDown={(event) => moveFocus(event, "a")}
      >
        <Section title="Shortcuts">
          <DrawerRow
            channelId={null}
            isOpen={channelId === null}
            isTabStop={!channels?.some(({ id }) => id === channelId)}
            mark={<House className="size-4" aria-hidden="true" />}
            title="Home"
            onOpen={onOpen}
          />
        </Section>
        {channels ? (
          <Channels channels={channels} channelId={channelId} onOpen={onOpen} />
        ) : error ? (
          <ErrorState
            message={errorMessage(error, "Failed to fetch channels")}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows />
        )}
      </nav>
    </div>
  );
}

interface ChannelsProps {
  channels: readonly Channel[];
  channelId: string | null;
  onOpen: (channelId: string | null) => void;
}

function Channels({ channels, channelId, onOpen }: ChannelsProps) {
  const direct = channels.filter((channel) => channel.type === "DIRECT");
  const spaces = channels.filter((channel) => channel.type !== "DIRECT");
  if (channels.length === 0) {
    return (
      <p className="px-2 pt-4 text-muted text-xs">
        No channels yet. Use the buttons above to start a new chat or group.
      </p>
    );
  }
  const row = (channel: Channel) => (
    <ChannelRow key={channel.id} channel={channel} isOpen={channel.id === channelId} onOpen={onOpen} />
  );
  return (
    <>
      <Section title="Direct Messages" count={direct.length} empty="No direct messages">
        {direct.map(row)}
      </Section>
      <Section title="Spaces" count={spaces.length} empty="No channels">
        {spaces.map(row)}
      </Section>
    </>
  );
}

interface SectionProps {
  title: string;
  /** How many rows there are; none shows `empty`. */
  count?: number;
  empty?: string;
  children: ReactNode;
}

function Section({ title, count, empty, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="px-2 pt-3 pb-1 font-semibold text-2xs text-faint">
        {title}
        {count ? <span className="ml-1.5 font-medium">{count}</span> : null}
      </h2>
      {count === 0 ? (
        <p className="px-2 py-1 text-faint text-xs">{empty}</p>
      ) : (
        <ul className="flex flex-col gap-px">{children}</ul>
      )}
    </section>
  );
}

function SkeletonRows() {
  return (
    <SkeletonGroup label="Loading chats" className="flex flex-col gap-4 px-2 pt-5">
      {["62%", "48%", "70%", "54%", "40%", "66%", "58%", "46%"].map((width) => (
        <span key={width} className="flex items-center gap-2.5">
          <Skeleton width={20} height={20} round />
          <Skeleton width={width} />
        </span>
      ))}
    </SkeletonGroup>
  );
}
