import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";

/** Hashes of a page's own scripts and styles, for the content policy. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

/** Allows what the page has of its own, and nothing else. */
export function allowInline(reply: FastifyReply, { scripts, styles }: InlineHashes): void {
  const policy = String(reply.getHeader("content-security-policy"));
  reply.header(
    "content-security-policy",
    policy
      .replace("script-src 'self'", ["script-src 'self'", ...scripts].join(" "))
      .replace("style-src 'self'", ["style-src 'self'", ...styles].join(" ")),
  );
}

/** Returns the hashes of the scripts and styles that are in a page which the build made. */
export function inlineHashesOf(html: string): InlineHashes {
  const hashesOf = (pattern: RegExp) =>
    Array.from(html.matchAll(pattern), ([, content = ""]) => hashOf(content));
  return {
    scripts: hashesOf(/<script>([\s\S]*?)<\/script>/g),
    styles: hashesOf(/<style>([\s\S]*?)<\/style>/g),
  };
}

export function hashOf(content: string): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}
