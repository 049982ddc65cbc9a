import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";

/** The content policy of pages: only this server's resources, no framing. Pages allow their own scripts by their hash. */
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
    // Positioned elements (popovers, virtual lists) carry style attributes; style sheets in a page are allowed by their hash.
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
export function addSecurityHeaders(app: FastifyInstance): void {
  const headers = { ...pageHeaders(), "permissions-policy": permissionsPolicy };
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headers);
    // A trusted proxy sets the protocol. Without one it is the connection's own, which is plain http.
    if (request.protocol === "https") reply.header("strict-transport-security", `max-age=${yearSeconds}`);
    // Responses are for one person at one moment. A route may override this.
    if (/^\/(api|\.well-known)\//.test(request.url)) reply.header("cache-control", "no-store");
  });
}

/** They are the same for every request: Helmet is asked once, not each time. */
function pageHeaders() {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const setHeaders = helmet({
    contentSecurityPolicy,
    crossOriginEmbedderPolicy: false,
    // Only an answer that travels by https may ask for it.
    strictTransportSecurity: false,
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
  });
  setHeaders(response.req, response, () => undefined);
  return response.getHeaders();
}

/** Sets the same headers on responses outside Fastify, which are data for scripts and never pages. */
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
