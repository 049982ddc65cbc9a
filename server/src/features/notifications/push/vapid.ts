import { createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";
import { BoundedMap } from "../../../platform/keep-in-memory.ts";

/** Validity of signatures, which are reused for half of it. Push services accept at most a day. */
const signedForMs = 12 * 3600_000;

interface Signer {
  publicKey: Buffer;
  privateKey: Buffer;
  /** The contact address for the push service: Atoll's own. */
  origin: string;
}

/** Creates the signatures that identify the sender, as in RFC 8292. */
export interface Signatures {
  /** @returns the value of the header `Authorization`. */
  sign(audience: string, signer: Signer): Promise<string>;
  /** Learns that a push service's clock differs. Returns whether that is new. */
  learnClock(audience: string, theirs: Date): boolean;
}

/** Signatures for push services, by the clock of each: one that is a day off would have every push refused. */
export function createSignatures(): Signatures {
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
