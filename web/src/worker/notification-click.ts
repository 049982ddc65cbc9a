import { errorMessage, SpokenError } from "../lib/request/api-error.ts";
import type { FromWorker } from "../lib/worker-messages.ts";
import { type PushData, readData } from "./push.ts";

declare const self: ServiceWorkerGlobalScope;

/** A page that is there answers sooner. */
const answerWithinMs = 1_000;
const sentWithinMs = 20_000;
/** No name in it: the company may have given the product its own. */
const notTaken = "The server did not take it.";

/** The texts for actions that failed. */
const failures: Readonly<Record<string, string>> = {
  reply: "Your reply was not sent",
  read: "This was not marked as read",
  remind: "You will not be reminded",
};

/** A press on a notification, or on one of its buttons. */
export async function answerClick(event: NotificationEvent): Promise<void> {
  const { notification, action } = event;
  notification.close();
  const data = readData(notification.data);
  // Where there is no field to write into, the place itself has one.
  const text = "reply" in event && typeof event.reply === "string" ? event.reply.trim() : "";
  const again = readAgain(notification.data);
  if (action === "again" && again) return act(data, again.action, again.text);
  if (action === "remind" && data.entryId && (await tellPage({ kind: "remind", entryId: data.entryId })))
    return;
  if (action === "read" || action === "remind") return act(data, action, "");
  if (action === "reply" && text !== "") return act(data, action, text);
  await openPlace(data.path);
  // Going there reads it.
  if (data.token && action !== "reply" && !again)
    await send({ token: data.token, action: "read" }).catch(() => undefined);
}

/** Opens the exact place: in a page that is open, or in a new one. */
async function openPlace(path: string): Promise<void> {
  const page = await tellPage({ kind: "open", path });
  if (page) await page.focus().catch(() => undefined);
  else await self.clients.openWindow(path);
}

/** Tells an open page of the workspace, first the one in view. @returns the page that answered. */
async function tellPage(message: FromWorker): Promise<WindowClient | undefined> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const inView = pages.find(({ visibilityState }) => visibilityState === "visible");
  for (const page of inView ? [inView, ...pages.filter((one) => one !== inView)] : pages)
    if (await answers(page, message)) return page;
  return undefined;
}

/** @returns false: it is no page of the workspace, such as the sign-in page. */
function answers(page: WindowClient, message: FromWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), answerWithinMs);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    page.postMessage(message, [port2]);
  });
}

interface Again {
  action: string;
  text: string;
}

/** Does what a button says, or says that it was not done, and offers it once more: what was written is not lost. */
async function act(data: PushData, action: string, text: string): Promise<void> {
  if (!data.token) return openPlace(data.path);
  try {
    await send({ token: data.token, action, ...(action === "reply" ? { text } : {}) });
  } catch (error) {
    const why = errorMessage(error, notTaken);
    const options = {
      body: text === "" ? why : `${why}\n“${text}”`,
      icon: "/icons/icon-192x192.png",
      tag: `failed-${data.version ?? ""}`,
      requireInteraction: true,
      actions: [{ action: "again", title: "Try again" }],
      data: { ...data, again: { action, text } satisfies Again },
    };
    await self.registration.showNotification(failures[action] ?? "This was not done", options);
  }
}

function readAgain(data: unknown): Again | undefined {
  const again = typeof data === "object" && data !== null && "again" in data ? data.again : undefined;
  if (typeof again !== "object" || again === null) return undefined;
  const { action, text } = again as Partial<Again>;
  return typeof action === "string" && typeof text === "string" ? { action, text } : undefined;
}

/** @throws {SpokenError} */
async function send(body: { token: string; action: string; text?: string }): Promise<void> {
  const answer = await fetch("/api/push/acts", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(sentWithinMs),
  }).catch(() => undefined);
  if (!answer) throw new SpokenError("The server cannot be reached.");
  if (answer.ok) return;
  const said: unknown = await answer.json().catch(() => undefined);
  const error = typeof said === "object" && said !== null && "error" in said ? said.error : undefined;
  const message =
    typeof error === "object" && error !== null && "message" in error ? error.message : undefined;
  throw new SpokenError(typeof message === "string" ? message : "");
}
