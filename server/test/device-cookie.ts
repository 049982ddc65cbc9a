import type { Answer } from "./client.ts";

/** The cookie that tells a browser from others, as the browser sends it back; undefined when the answer sets none. */
export function deviceCookieOf({ headers }: Answer<unknown>): string | undefined {
  return headers
    .getSetCookie()
    .find((line) => /^(__Host-)?atoll-device=/.test(line))
    ?.split(";")[0];
}
