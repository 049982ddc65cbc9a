import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { HookKind } from "@atoll/contract/cards/hook-schemas";
import { hookClockSeconds } from "@atoll/contract/cards/limits";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const prefix = "whsec_";

/** A secret in the form of Standard Webhooks. Systems that sign with plain text use it as it is written. */
export function newHookSecret(): string {
  return `${prefix}${randomBytes(32).toString("base64")}`;
}

/**
 * Checks the signature of a delivery over its raw bytes, in constant time.
 * @returns "weak" for a shared token, which anyone who reads one delivery could send again with another content.
 */
export function verifyDelivery(
  kind: HookKind,
  secret: string,
  headers: Headers,
  body: Buffer,
  now: Date,
): "signed" | "weak" | "refused" {
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === "string" ? value : "";
  };
  const hmac = (...parts: (string | Buffer)[]) => {
    const digest = createHmac("sha256", secret);
    for (const part of parts) digest.update(part);
    return digest.digest("hex");
  };
  const judge = (isRight: boolean, how: "signed" | "weak") => (isRight ? how : "refused");
  switch (kind) {
    case "github":
      return judge(isEqual(header("x-hub-signature-256"), `sha256=${hmac(body)}`), "signed");
    case "gitlab":
      if (header("webhook-signature") === "") return judge(isEqual(header("x-gitlab-token"), secret), "weak");
      return judge(isStandard(secret, header, body, now), "signed");
    case "generic":
      return judge(isStandard(secret, header, body, now), "signed");
    case "grafana": {
      const signature = header("x-grafana-alerting-signature");
      const time = header("x-grafana-alerting-timestamp");
      if (signature !== "" && time !== "")
        return judge(isFresh(time, now) && isEqual(signature, hmac(`${time}:`, body)), "signed");
      if (signature !== "") return judge(isEqual(signature, hmac(body)), "signed");
      return judge(isEqual(header("authorization"), `Bearer ${secret}`), "weak");
    }
    case "alertmanager":
      return judge(isEqual(header("authorization"), `Bearer ${secret}`), "weak");
  }
}

/** Signed as Standard Webhooks say: id, time and body, within a few minutes. */
function isStandard(secret: string, header: (name: string) => string, body: Buffer, now: Date): boolean {
  const [id, time, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(header);
  const digest = createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
    .update(`${id}.${time}.`)
    .update(body)
    .digest("base64");
  // A rotated secret may send several signatures.
  const isSigned = (signatures ?? "")
    .split(" ")
    .slice(0, 10)
    .map((one) => isEqual(one, `v1,${digest}`))
    .includes(true);
  return isSigned && id !== "" && isFresh(time ?? "", now);
}

/** Whether a time in seconds is one of now, as far as clocks differ. */
function isFresh(time: string, now: Date): boolean {
  return /^\d{1,12}$/.test(time) && Math.abs(now.getTime() / 1000 - Number(time)) <= hookClockSeconds;
}

function isEqual(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
