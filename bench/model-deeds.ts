import { setTimeout as sleep } from "node:timers/promises";
import type { Message } from "@atoll/contract/chat/schemas";
import { pick } from "./member-calls.ts";
import type { ModelBrowser } from "./model-browser.ts";
import type { Member } from "./people.ts";

/** Tries until the browser is connected and has caught up. */
export async function comeBack(browser: ModelBrowser): Promise<void> {
  for (await browser.connect(); !browser.isConnected; await browser.connect()) await sleep(500);
}

/** Posts a text to one of its channels, now and then with a mention. */
export async function post(browser: ModelBrowser, people: readonly Member[]): Promise<void> {
  const channelId = pickChannel(browser);
  if (!channelId) return;
  const chance = Math.random();
  const at = Math.floor(Math.random() * people.length);
  const named = people[at];
  if (chance < 0.1) await browser.post(channelId, { content: "For @channel" });
  else if (chance < 0.3 && named)
    await browser.post(channelId, { content: `For @Member ${at + 1}`, mentionIds: [named.id] });
  else await browser.post(channelId, { content: `Text ${Math.random()}` });
}

/** Reacts to a message, or takes a reaction back. */
export async function react(browser: ModelBrowser): Promise<void> {
  const live = messagesOf(browser, pickChannel(browser));
  if (live.length === 0) return;
  const emoji = encodeURIComponent(pick(["👍", "🎉"]));
  await browser.write(pick(["PUT", "PUT", "DELETE"]), `/api/messages/${pick(live).id}/reactions/${emoji}`);
}

export function pickChannel({ held }: ModelBrowser): string | undefined {
  return held.size > 0 ? pick([...held.keys()]) : undefined;
}

/** Returns the messages it holds of a channel that can still be changed. */
export function messagesOf({ held }: ModelBrowser, channelId = ""): Message[] {
  return [...(held.get(channelId)?.messages.values() ?? [])].filter(
    (message): message is Message => !message.deleted && !message.removed,
  );
}
