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
 * Returns functions for one HTTP-only cookie.
 * @param options.isSecure whether browsers reach Atoll by https.
 * @param options.sameSite `lax` for a cookie that is needed when another site redirects back, `none` when it
 *   posts a form, else `strict`.
 */
export function cookieJar(
  kind: "sign-on-attempt" | "saml-attempt" | "sign-on-hand-over" | "device",
  options: { isSecure: boolean; sameSite: "none" | "lax" | "strict"; seconds: number },
): CookieJar {
  const { isSecure: secure, sameSite, seconds } = options;
  // With this prefix no other host of the company's domain can plant one.
  const name = `${secure ? "__Host-" : ""}atoll-${kind}`;
  const shape = { path: "/", httpOnly: true, secure, sameSite } as const;
  return {
    read: (request) => request.cookies[name],
    set: (cookies, value) => cookies.setCookie(name, value, { ...shape, maxAge: seconds }),
    clear: (cookies) => cookies.clearCookie(name, shape),
  };
}
