import { createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";
import webPush from "web-push";
import { BoundedMap } from "../../../platform/keep-in-memory.ts";
import { RefusedAddress } from "../../../platform/outbound/guard-address.ts";
import type { GuardedPost, OutboundAnswer } from "../../../platform/outbound/guarded-post.ts";

/** Validity of signatures, which are reused for half of it. Push services accept at most a day. */
const signedForMs = 12 * 3600_000;

interface Signer {
  publicKey: Buffer;
  privateKey: Buffer;
  /** The contact address for the push service: Atoll's own. */
  origin: string;
}

/** Creates the signatures that identify the sender, as in RFC 8292. */
interface Signatures {
  /** @returns the value of the header `Authorization`. */
  sign(audience: string, signer: Signer): Promise<string>;
  /** Learns that a push service's clock differs. Returns whether that is new. */
  learnClock(audience: string, theirs: Date): boolean;
}

/** Signatures for push services, by the clock of each: one that is a day off would have every push refused. */
function createSignatures(): Signatures {
  /** How far the clock of a push service is before ours, in milliseconds. */
  const aheadMs = new BoundedMap<string, number>(200);
  const signed = new BoundedMap<string, { header: string; atMs: number }>(1_000);

  return {
    async sign(audience, { publicKey, privateKey, origin }) {
      const point = publicKey.toString("base64url");
      const name = `${audience} ${origin} ${point}`;
      const nowMs = Date.now() + (aheadMs.get(audience) ?? 0);
      const known = signed.get(name);
      if (known && Math.abs(nowMs - known.atMs) < signedForMs / 2) return known.header;
      const key = createPrivateKey({
        format: "jwk",
        key: {
          kty: "EC",
          crv: "P-256",
          x: publicKey.subarray(1, 33).toString("base64url"),
          y: publicKey.subarray(33).toString("base64url"),
          d: privateKey.toString("base64url"),
        },
      });
      const token = await new SignJWT()
        .setProtectedHeader({ typ: "JWT", alg: "ES256" })
        .setAudience(audience)
        // Push services refuse addresses that cannot be anybody's.
        .setSubject(origin.startsWith("https:") ? origin : "mailto:nobody@atoll.invalid")
        .setExpirationTime(Math.floor((nowMs + signedForMs) / 1000))
        .sign(key);
      const header = `vapid t=${token}, k=${point}`;
      signed.set(name, { header, atMs: nowMs });
      return header;
    },
    learnClock(audience, theirs) {
      const ahead = theirs.getTime() - Date.now();
      if (Number.isNaN(ahead) || Math.abs(ahead - (aheadMs.get(audience) ?? 0)) < 5 * 60_000) return false;
      aheadMs.set(audience, ahead);
      return true;
    },
  };
}

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
