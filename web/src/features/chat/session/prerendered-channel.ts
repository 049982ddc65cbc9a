/** Longer than a press that becomes a click. Anything rendered earlier is too old to be shown. */
const keptMs = 1000;

/**
 * The chat whose link is being pressed and whose messages are cached: it is rendered out of sight before it is opened.
 */
export interface PrerenderedChannels {
  press(channelId: string): void;
  /** Null when none is pressed. */
  get(): string | null;
  subscribe(listener: () => void): () => void;
}

export function createPrerenderedChannels(): PrerenderedChannels {
  const listeners = new Set<() => void>();
  let pressed: string | null = null;
  let timer: ReturnType<typeof setTimeout>;

  function set(channelId: string | null): void {
    pressed = channelId;
    for (const listener of listeners) listener();
  }

  return {
    press(channelId) {
      clearTimeout(timer);
      timer = setTimeout(set, keptMs, null);
      set(channelId);
    },
    get: () => pressed,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
