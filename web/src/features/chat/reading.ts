/** Which channel the viewer looks at, and whether they see its newest messages. */
export interface Reading {
  /** `null` when no channel is open. */
  set(open: { channelId: string; isAtEnd: boolean } | null): void;
  /** The channel is open, the page visible, and its end in view: what arrives is read as it arrives. */
  isReading(channelId: string): boolean;
}

export function createReading(): Reading {
  let current: { channelId: string; isAtEnd: boolean } | null = null;
  return {
    set(open) {
      current = open;
    },
    isReading: (channelId) =>
      current?.channelId === channelId && current.isAtEnd && document.visibilityState === "visible",
  };
}
