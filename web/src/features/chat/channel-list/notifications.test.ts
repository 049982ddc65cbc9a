// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aChannel, aMessage, ruth } from "../../../../test/chat/objects.ts";
import { setAlerts } from "../../../lib/page/alerts.ts";
import { notifyOfMessage } from "./notifications.ts";

/** The browser's notifications, as far as they are used. */
class ShownNotification {
  static permission = "granted";
  static shown: ShownNotification[] = [];
  onclick: (() => void) | null = null;
  readonly title: string;
  readonly options: NotificationOptions;
  constructor(title: string, options: NotificationOptions) {
    this.title = title;
    this.options = options;
    ShownNotification.shown.push(this);
  }
  close(): void {}
}

const open = vi.fn();
const channel = aChannel();
const message = aMessage({ seq: 1, content: `line one\n${"x".repeat(100)}` });

beforeEach(() => {
  ShownNotification.permission = "granted";
  ShownNotification.shown = [];
  vi.stubGlobal("Notification", ShownNotification);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  vi.spyOn(window, "focus").mockReturnValue(undefined);
  open.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("names author and channel, cuts the text, and opens the chat when pressed", async () => {
  await notifyOfMessage(message, channel, open);
  const [shown] = ShownNotification.shown;
  expect(shown?.title).toBe("Ruth Adeyemi in deploys");
  expect(shown?.options).toEqual({ body: `line one ${"x".repeat(71)}…`, tag: message.id, silent: true });
  shown?.onclick?.();
  expect(window.focus).toHaveBeenCalled();
  expect(open).toHaveBeenCalledWith(message.channelId);
});

it("names the author alone in a direct chat", async () => {
  await notifyOfMessage(message, aChannel({ type: "DIRECT", peers: [ruth] }), open);
  expect(ShownNotification.shown[0]?.title).toBe("Ruth Adeyemi");
});

it("is silent while the page is seen, without permission, and where there is no such thing", async () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(false);
  await notifyOfMessage(message, channel, open);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  ShownNotification.permission = "default";
  await notifyOfMessage(message, channel, open);
  expect(ShownNotification.shown).toEqual([]);
  vi.stubGlobal("Notification", undefined);
  await notifyOfMessage(message, channel, open);
});

it("is silent where the person's settings say so, in every tab but one, and chimes where they want it", async () => {
  const stop = setAlerts(() => ({ banner: false, sound: false }));
  await notifyOfMessage(message, channel, open);
  expect(ShownNotification.shown).toEqual([]);
  stop();
  let holder: string | undefined;
  const locks = {
    async request(name: string, _options: object, work: (lock: object | null) => unknown) {
      const isFree = holder !== name;
      holder = name;
      await Promise.race([work(isFree ? {} : null), undefined]);
    },
  };
  vi.stubGlobal("navigator", { locks });
  await notifyOfMessage(message, channel, open);
  await notifyOfMessage(message, channel, open);
  expect(ShownNotification.shown).toHaveLength(1);
});
