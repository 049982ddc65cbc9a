import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { type Cookies, cookieJar } from "./cookie-jar.ts";

/** The browser details in a request. */
export interface Device {
  userAgent: string;
  address: string;
  /** The browser's own token, or a new one. It grants no access, and only distinguishes browsers. */
  token: string;
}

/** How long a browser is known after it was last signed in: the longest that browsers keep a cookie. */
export const deviceKnownDays = 400;

/** The browser of a request. */
export function deviceOf(request: FastifyRequest): Device {
  const kept = jarOf(request).read(request);
  return {
    userAgent: request.headers["user-agent"] ?? "",
    address: request.ip,
    token: kept && /^[\w-]{43}$/.test(kept) ? kept : randomBytes(32).toString("base64url"),
  };
}

/** Sets the browser's token as a cookie, which outlives the session on purpose. Call it after a successful sign-in. */
export function keepDevice(request: FastifyRequest, cookies: Cookies, device: Device): void {
  jarOf(request).set(cookies, device.token);
}

function jarOf(request: FastifyRequest) {
  const isSecure = request.protocol === "https";
  return cookieJar("device", { isSecure, sameSite: "strict", seconds: deviceKnownDays * 24 * 3600 });
}
