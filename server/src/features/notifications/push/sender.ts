import webPush from "web-push";
import { RefusedAddress } from "../../../platform/outbound/guard-address.ts";
import type { GuardedPost, OutboundAnswer } from "../../../platform/outbound/guarded-post.ts";
import { createSignatures } from "./vapid.ts";

/** A push service answers within this, or is asked again later. */
const answerWithinMs = 10_000;
/** How long a push service stores an undelivered push. */
export const keptSeconds = 24 * 3600;

/** Where something is pushed to. */
export interface Destination {
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  origin: string;
  publicKey: Buffer;
  privateKey: Buffer;
}

export interface Push {
  payload: string;
  /** An undelivered push with the same topic is replaced. */
  topic: string;
  urgency: "normal" | "high";
  ttlSeconds: number;
}

export type Outcome =
  | { kind: "taken" }
  /** There is no such subscription any more. */
  | { kind: "gone" }
  /** Not now. */
  | { kind: "later"; detail: string; afterMs: number | undefined }
  /** Never. */
  | { kind: "refused"; detail: string };

export type Send = (to: Destination, push: Push, stopping: AbortSignal) => Promise<Outcome>;

/**
 * Returns a function that sends pushes: encrypted for the browser (RFC 8291), signed with the installation's key (RFC
 * 8292), by RFC 8030, and only to public addresses.
 */
export function createSender(post: GuardedPost): Send {
  const signatures = createSignatures();

  async function ask(url: URL, to: Destination, push: Push, stopping: AbortSignal): Promise<OutboundAnswer> {
    const { cipherText } = webPush.encrypt(
      to.p256dh.toString("base64url"),
      to.auth.toString("base64url"),
      push.payload,
      "aes128gcm",
    );
    return post(url, {
      body: cipherText,
      signal: AbortSignal.any([stopping, AbortSignal.timeout(answerWithinMs)]),
      headers: {
        authorization: await signatures.sign(url.origin, to),
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        ttl: push.ttlSeconds,
        topic: push.topic,
        urgency: push.urgency,
      },
    });
  }

  return async (to, push, stopping) => {
    try {
      const url = new URL(to.endpoint);
      let answer = await ask(url, to, push, stopping);
      const isDoubted = answer.status === 401 || answer.status === 403;
      if (isDoubted && signatures.learnClock(url.origin, new Date(String(answer.headers.date))))
        answer = await ask(url, to, push, stopping);
      return judgeAnswer(answer);
    } catch (error) {
      if (error instanceof RefusedAddress) return { kind: "refused", detail: error.message };
      return {
        kind: "later",
        detail: error instanceof Error ? error.message : "no answer",
        afterMs: undefined,
      };
    }
  };
}

function judgeAnswer({ status, headers }: OutboundAnswer): Outcome {
  if (status >= 200 && status < 300) return { kind: "taken" };
  if (status === 404 || status === 410) return { kind: "gone" };
  // Also what may be mended: a signature that the service does not believe today.
  if ([401, 403, 408, 429].includes(status) || status >= 500)
    return { kind: "later", detail: `answered ${status}`, afterMs: retryAfterMs(headers) };
  return { kind: "refused", detail: `answered ${status}` };
}

/** Parses a delay in seconds, or a time by the push service's clock. */
function retryAfterMs(headers: OutboundAnswer["headers"]): number | undefined {
  const text = String(headers["retry-after"] ?? "");
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const now = Date.parse(String(headers.date ?? ""));
  const waitMs = Date.parse(text) - (Number.isNaN(now) ? Date.now() : now);
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
