/** Tracks which channel the viewer looks at, and whether they see its newest messages. */
export interface Reading {
  /** `null` when no channel is open. */
  set(open: { channelId: string; isAtEnd: boolean } | null): void;
  /** The channel is open, the page visible, and its end in view: what arrives is read as it arrives. */
  isReading(channelId: string): boolean;
  /** Marked as unread by hand: the channel is not read automatically until another one was open. */
  hold(channelId: string): void;
  isHeld(channelId: string): boolean;
  /** The channel was closed, or is read on purpose. */
  release(channelId: string): void;
}

export function createReading(): Reading {
  let current: { channelId: string; isAtEnd: boolean } | null = null;
  let held: string | null = null;
  return {
    set(open) {
      current = open;
    },
    isReading: (channelId) =>
      current?.channelId === channelId &&
      held !== channelId &&
      current.isAtEnd &&
      document.visibilityState === "visible",
    hold(channelId) {
      held = channelId;
    },
    isHeld: (channelId) => held === channelId,
    release(channelId) {
      if (held === channelId) held = null;
    },
  };
}
