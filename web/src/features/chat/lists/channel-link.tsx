import type { ComponentPropsWithRef, MouseEvent } from "react";

export interface ChannelLinkProps extends Omit<ComponentPropsWithRef<"a">, "href"> {
  /** Null leads home. */
  channelId: string | null;
  onOpen: (channelId: string | null) => void;
}

/** A real link, so that a channel can be opened in another tab; a plain press stays on this page. */
export function ChannelLink({ channelId, onOpen, ...rest }: ChannelLinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain) return;
    event.preventDefault();
    onOpen(channelId);
  }
  return <a {...rest} href={channelPath(channelId)} onClick={follow} />;
}

/** Specification, section 2: notification links. */
function channelPath(channelId: string | null): string {
  return channelId === null ? "/chat" : `/chat/channel/${channelId}`;
}
