import type { ServerResponse } from "node:http";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** What a page may load and do: only what this server serves, no inline script, in nobody's frame. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    baseUri: ["'none'"],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    imgSrc: ["'self'", "data:", "blob:"],
    manifestSrc: ["'self'"],
    objectSrc: ["'none'"],
    scriptSrc: ["'self'"],
    scriptSrcAttr: ["'none'"],
    // Positioned elements (popovers, virtual lists) carry style attributes; no style sheet is inline.
    styleSrc: ["'self'"],
    styleSrcAttr: ["'unsafe-inline'"],
    workerSrc: ["'self'"],
  },
};

/** Powerful features of the browser that no screen uses: a script that got in would not have them either. */
const permissionsPolicy = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "display-capture",
  "encrypted-media",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
  "xr-spatial-tracking",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

const yearSeconds = 31_536_000;

/** Sets the same strict headers on every answer: pages, files, the API, its reference and errors. */
export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy,
    crossOriginEmbedderPolicy: false,
    // Below: only an answer that travels by https may ask for it.
    strictTransportSecurity: false,
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("permissions-policy", permissionsPolicy);
    // What a trusted proxy says; without one the connection itself, which is plain.
    if (request.protocol === "https") reply.header("strict-transport-security", `max-age=${yearSeconds}`);
    // Answers are about one person, at one moment. A route may say otherwise.
    if (request.url.startsWith("/api/")) reply.header("cache-control", "no-store");
  });
}

/** The same for what answers beside Fastify: data for scripts, never a page. */
export function setDataHeaders(response: Pick<ServerResponse, "setHeader">): void {
  response.setHeader("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("referrer-policy", "no-referrer");
  response.setHeader("permissions-policy", permissionsPolicy);
  response.setHeader("cross-origin-opener-policy", "same-origin");
  response.setHeader("cross-origin-resource-policy", "same-origin");
  response.setHeader("x-frame-options", "DENY");
  response.setHeader("cache-control", "no-store");
}
