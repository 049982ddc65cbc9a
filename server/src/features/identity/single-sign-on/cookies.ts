import type { Route } from "@atoll/contract/route";
import type { FastifyRequest } from "fastify";
import type { HandlerContext } from "../../../platform/http/register-route.ts";

export type Cookies = HandlerContext<Route, unknown>["cookies"];

export interface CookieJar {
  read(request: FastifyRequest): string | undefined;
  set(cookies: Cookies, value: string): void;
  clear(cookies: Cookies): void;
}

/**
 * One cookie of the single sign-on, out of reach of scripts.
 * @param sameSite `lax` for what must come along when the provider sends the browser back, else `strict`.
 */
export function cookieJar(
  kind: "attempt" | "hand-over",
  options: { publicUrl: string; sameSite: "lax" | "strict"; seconds: number },
): CookieJar {
  const secure = options.publicUrl.startsWith("https:");
  // With this prefix no other host of the company's domain can plant one.
  const name = `${secure ? "__Host-" : ""}atoll-sign-on-${kind}`;
  const shape = { path: "/", httpOnly: true, secure, sameSite: options.sameSite } as const;
  return {
    read: (request) => request.cookies[name],
    set: (cookies, value) => cookies.setCookie(name, value, { ...shape, maxAge: options.seconds }),
    clear: (cookies) => cookies.clearCookie(name, shape),
  };
}
