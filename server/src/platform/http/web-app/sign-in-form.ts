import type { ErrorBody } from "@atoll/contract/errors/error-body";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { bodyLimits } from "@atoll/contract/route";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createOriginCheck } from "../own-origin.ts";
import type { PublicPageServer } from "./public-pages.ts";

/** The headers by which the API knows the browser and its address. */
const passedOn = ["cookie", "host", "user-agent", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"];

const needsApp =
  "Your account needs a second step as well. Load this page again with JavaScript switched on, and sign in there.";
const fromElsewhere = "This form was sent by another site. Sign in here instead.";

/**
 * Accepts the form of the sign-in page from browsers in which no script sends it. It is the same request to the API, with
 * the same limits and refusals; the answer is a page. A session goes to the browser in that page, as the API's answer
 * does, and never in a cookie.
 */
export async function acceptSignInForm(
  app: FastifyInstance,
  pages: PublicPageServer,
  publicUrl: string | undefined,
): Promise<void> {
  const isOwn = createOriginCheck(publicUrl);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: bodyLimits.public },
      (_request, body, done) => done(null, String(body)),
    );
    scope.post("/login", async (request, reply) => {
      const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
      const email = form.get("email") ?? "";
      const { origin, "sec-fetch-site": site } = request.headers;
      // A browser says where a form is from: without that, it is no browser.
      if ((origin ?? site) === undefined || !isOwn(request.raw))
        return pages.sendRefusal(request, reply, { status: 403, text: fromElsewhere, email: "" });
      const answer = await askApi(app, request, { email, password: form.get("password") ?? "" });
      passOn(answer, reply);
      if (answer.statusCode === identityRoutes.createToken.status)
        return pages.sendSession(request, reply, answer.body);
      const { error } = answer.json() as ErrorBody;
      return pages.sendRefusal(request, reply, { status: answer.statusCode, text: textOf(error), email });
    });
  });
}

function askApi(
  app: FastifyInstance,
  request: FastifyRequest,
  credentials: { email: string; password: string },
) {
  const { method, path } = identityRoutes.createToken;
  const headers = passedOn.flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  return app.inject({
    method,
    url: `${path}?grant_type=password`,
    headers: { ...Object.fromEntries(headers), "content-type": "application/json" },
    payload: JSON.stringify(credentials),
    remoteAddress: request.socket.remoteAddress ?? request.ip,
  });
}

type Answer = Awaited<ReturnType<typeof askApi>>;

function passOn({ headers }: Answer, reply: FastifyReply): void {
  for (const name of ["set-cookie", "retry-after"] as const) {
    const value = headers[name];
    if (value !== undefined) reply.header(name, value);
  }
}

function textOf({ code, message, fields }: ErrorBody["error"]): string {
  if (code === "second_factor_required" || code === "passkey_required") return needsApp;
  return fields?.[0]?.message ?? message;
}
