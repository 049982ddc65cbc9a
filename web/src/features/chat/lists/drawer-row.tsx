import type { Channel } from "@atoll/contract/chat/schemas";
import type { ReactNode } from "react";
import { Avatar } from "../../../ui/avatar.tsx";
import { Count } from "../../../ui/count.tsx";
import { cx } from "../../../ui/cx.ts";
import { ChannelSign } from "../channel-mark.tsx";
import { channelTitle } from "../channel-title.ts";
import { FormerColleague, isWithFormer } from "../former-colleague.tsx";
import { ChannelLink } from "./channel-link.tsx";

interface RowProps {
  isOpen: boolean;
  onOpen: (channelId: string | null) => void;
}

export interface DrawerRowProps extends RowProps {
  channelId: string | null;
  /** The one row that Tab reaches; the arrow keys move on from it. */
  isTabStop: boolean;
  mark: ReactNode;
  title: string;
  /** Stands after the title. */
  note?: ReactNode;
  unread?: number;
}

/** A place in the drawer: mark, name, and in bold how much is new in it. */
export function DrawerRow(props: DrawerRowProps) {
  const { channelId, isOpen, isTabStop, mark, title, note, unread = 0, onOpen } = props;
  return (
    <li>
      <ChannelLink
        channelId={channelId}
        onOpen={onOpen}
        aria-current={isOpen ? "page" : undefined}
        tabIndex={isTabStop ? 0 : -1}
        className={cx(
          "flex h-[30px] items-center gap-2.5 rounded-sm px-2 outline-offset-[-2px] max-md:h-10",
          isOpen ? "bg-primary-soft text-text" : "hover:bg-surface-hover",
          isOpen || unread > 0 ? "font-semibold text-text" : "font-medium text-muted",
        )}
      >
        <span
          className={cx("grid w-5 flex-none place-items-center", isOpen ? "text-primary-text" : "text-faint")}
        >
          {mark}
        </span>
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {note}
        {unread > 0 && <Count value={unread} tone="unread" label="unread" />}
      </ChannelLink>
    </li>
  );
}

export function ChannelRow({ channel, ...row }: RowProps & { channel: Channel }) {
  const title = channelTitle(channel);
  return (
    <DrawerRow
      {...row}
      channelId={channel.id}
      isTabStop={row.isOpen}
      title={title}
      unread={channel.unread}
      note={isWithFormer(channel) && <FormerColleague />}
      mark={
        channel.type === "DIRECT" ? (
          <Avatar decorative userId={channel.peer?.id ?? channel.id} name={title} size={20} />
        ) : (
          <ChannelSign channel={channel} className="size-3.5" />
        )
      }
    />
  );
}
