import { createHash } from "node:crypto";

type Header = string | string[] | undefined;

/** Returns the entity tag of a content: what `If-None-Match` names. */
export function tagOf(content: string | Buffer): string {
  return `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
}

/** Returns whether a request names this tag in `If-None-Match`, so that its sender has the content. */
export function knowsTag(ifNoneMatch: Header, tag: string): boolean {
  const known = String(ifNoneMatch ?? "").split(",");
  return known.some((one) => one.trim().replace(/^W\//, "") === tag);
}

/**
 * Returns whether the sender of a request has the content already. A date counts only without a tag (RFC 9110, section
 * 13.1.3).
 * @param changedAt in whole seconds, as dates of HTTP are.
 */
export function isNotModified(
  headers: { "if-none-match"?: Header; "if-modified-since"?: string | undefined },
  { etag, changedAt }: { etag: string; changedAt: Date },
): boolean {
  if (headers["if-none-match"] !== undefined) return knowsTag(headers["if-none-match"], etag);
  return Date.parse(headers["if-modified-since"] ?? "") >= changedAt.getTime();
}
