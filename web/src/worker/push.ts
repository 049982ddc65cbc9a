declare const self: ServiceWorkerGlobalScope;

/** Notification options that TypeScript does not know yet. */
interface Shown extends NotificationOptions {
  tag: string;
  renotify: boolean;
  timestamp?: number;
  actions: { action: string; title: string; type?: string; placeholder?: string }[];
  data: PushData;
}

/** The data of our notifications. */
export interface PushData {
  /** A path of the web app. */
  path: string;
  /** The same again is the same push. */
  version?: string;
  /** The token with which its buttons act. */
  token?: string;
  /** The entry of the inbox, of a notification that a page has shown: that page acts. */
  entryId?: string;
}

/**
 * Shows what was pushed, whatever it is: browsers take the permission from who swallows one. Whether somebody is looking
 * already is the server's to know. Specification, section 4 (notification permission).
 */
export async function showPush(event: PushEvent): Promise<void> {
  const push = readPush(event);
  const { title, options } = push;
  const shown = await self.registration.getNotifications().catch((): Notification[] => []);
  // Sent twice, or told already by a page that nobody looked at: it takes its place without a sound.
  const isKnown = shown.some(
    ({ tag, data }) => tag === options.tag && readData(data).version === options.data.version,
  );
  const told = shown.filter(({ data }) => isOfSamePlace(readData(data), options.data));
  for (const one of told) one.close();
  const isSilent = options.silent === true || told.length > 0;
  await Promise.all([
    self.registration.showNotification(title, {
      ...options,
      silent: isSilent,
      renotify: !isKnown && !isSilent,
    } satisfies Shown as NotificationOptions),
    setBadge(push.unread),
  ]);
}

/** Returns whether a page has told of the same chat by itself. */
function isOfSamePlace(one: PushData, pushed: PushData): boolean {
  return one.version === undefined && one.path !== "" && one.path === pushed.path.split("?")[0];
}

interface Push {
  title: string;
  options: Shown;
  unread: number | undefined;
}

/** In the declarative form, of which a browser that knows it has made a notification already. */
function readPush(event: PushEvent): Push {
  const content = asObject(contentOf(event));
  const notification = asObject(content.notification);
  const text = (name: string) => {
    const value = notification[name];
    return typeof value === "string" ? value : undefined;
  };
  const actions = Array.isArray(notification.actions) ? notification.actions.map(asObject) : [];
  const timestamp = notification.timestamp;
  return {
    title: text("title") ?? "There is something new",
    unread: typeof content.app_badge === "number" ? content.app_badge : undefined,
    options: {
      body: text("body") ?? "",
      icon: text("icon") ?? "/icons/icon-192x192.png",
      lang: text("lang") ?? "en",
      tag: text("tag") || "push",
      silent: notification.silent === true,
      requireInteraction: notification.requireInteraction === true,
      renotify: false,
      ...(typeof timestamp === "number" ? { timestamp } : {}),
      actions: actions.flatMap(({ action, title }) =>
        typeof action === "string" && typeof title === "string"
          ? [{ action, title, ...fieldOf(action) }]
          : [],
      ),
      data: readData(notification.data),
    },
  };
}

/** Where the system lets people write into a notification. */
function fieldOf(action: string) {
  return action === "reply" ? { type: "text", placeholder: "Reply…" } : {};
}

function contentOf(event: PushEvent): unknown {
  try {
    const content: unknown = event.data?.json();
    if (content) return content;
  } catch {
    // Nothing that can be read.
  }
  return { notification: "notification" in event ? event.notification : undefined };
}

export function readData(data: unknown): PushData {
  const { path, version, token, entryId } = asObject(data);
  return {
    // Only paths of this site.
    path: typeof path === "string" && /^\/(?!\/)/.test(path) ? path : "/inbox",
    ...(typeof version === "string" ? { version } : {}),
    ...(typeof token === "string" ? { token } : {}),
    ...(typeof entryId === "string" ? { entryId } : {}),
  };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** On the icon of the installed app. */
async function setBadge(unread: number | undefined): Promise<void> {
  if (unread === undefined || !("setAppBadge" in navigator)) return;
  await navigator.setAppBadge(unread).catch(() => undefined);
}
