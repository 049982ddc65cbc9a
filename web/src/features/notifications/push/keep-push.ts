import { pushRoutes } from "@atoll/contract/notifications/push-routes";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { openTextStorage } from "../../../lib/text-storage.ts";
import { pushWanted } from "../../../lib/worker-messages.ts";
import { isMobile, pushSupport } from "./push-support.ts";

/** Returns whether notifications reach this browser: the browser and the server say the same of it. */
export async function isPushOn(viewerId: string): Promise<boolean> {
  if (pushSupport() !== "can" || Notification.permission !== "granted" || !isWanted(viewerId)) return false;
  const subscription = await (await manager())?.getSubscription();
  if (!subscription) return false;
  const known = await call(pushRoutes.getPush, {});
  return known.subscription?.endpoint === subscription.endpoint;
}

/**
 * Turns notifications on in this browser, whose person has allowed them.
 * @throws what the browser or the server says against it.
 */
export async function turnPushOn(viewerId: string): Promise<void> {
  openTextStorage().setItem(pushWanted, viewerId);
  try {
    await inTurn(() => compare(true));
  } catch (error) {
    openTextStorage().removeItem(pushWanted);
    throw error;
  }
}

/** @throws what the server says against it; the browser shows nothing any more in any case. */
export async function turnPushOff(): Promise<void> {
  openTextStorage().removeItem(pushWanted);
  await inTurn(async () => {
    await (await (await manager())?.getSubscription())?.unsubscribe();
    await call(pushRoutes.deletePushSubscription, {});
  });
}

/**
 * At each start: what the browser and the server know of each other is made the same, without a word. A browser that was
 * somebody else's pushes nothing to who uses it now, and nothing of theirs.
 */
export async function repairPush(viewerId: string): Promise<void> {
  if (pushSupport() !== "can") return;
  await inTurn(async () => {
    const pushManager = await manager();
    if (!isWanted(viewerId)) await (await pushManager?.getSubscription())?.unsubscribe();
    // Taken away in the browser's own settings.
    else if (Notification.permission !== "granted") await call(pushRoutes.deletePushSubscription, {});
    else await compare(false);
  });
}

function isWanted(viewerId: string): boolean {
  return openTextStorage().getItem(pushWanted) === viewerId;
}

/** Undefined in development, and where the worker could not be registered. */
async function manager(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

/** Runs the work in one tab at a time. */
function inTurn(work: () => Promise<void>): Promise<void> {
  return navigator.locks.request("atoll.push", work);
}

async function compare(isNew: boolean, isSecond = false): Promise<void> {
  const pushManager = await manager();
  if (!pushManager) throw new Error("there is no service worker");
  const { publicKey, subscription: known } = await call(pushRoutes.getPush, {});
  let own = await pushManager.getSubscription();
  const isRight = own !== null && keyOf(own) === publicKey;
  if (isRight && !isNew && known?.endpoint === own?.endpoint && known?.publicKey === publicKey) return;
  // A subscription is bound to the key that it was made with.
  if (!isRight) await own?.unsubscribe();
  if (!isRight || !own)
    own = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
  const { endpoint = "", keys = {} } = own.toJSON();
  const subscription = { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } };
  try {
    await call(pushRoutes.setPushSubscription, { body: { subscription, publicKey, isMobile: isMobile() } });
  } catch (error) {
    const isOver = hasCode(error, "push_key_outdated") || hasCode(error, "push_endpoint_taken");
    if (!isOver || isSecond) throw error;
    await own.unsubscribe();
    await compare(isNew, true);
  }
}

/** As the server writes it. */
function keyOf({ options }: PushSubscription): string | undefined {
  const key = options.applicationServerKey;
  if (!key) return undefined;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}
