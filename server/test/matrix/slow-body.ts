import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Route, RouteCall } from "@atoll/contract/route";
import { addressOf } from "../client.ts";
import type { Actor } from "./actors.ts";

export interface SlowRequest {
  /** Sends the rest, and answers what came back. */
  finish(): Promise<{ status: number; code: string | undefined }>;
}

/**
 * Opens a request, sends half of its body and stops. When it settles the server has let the sender in: Node tells a
 * client that expects it to go on when it hands the request over, and the sender's rights are in the server's memory
 * from a request before, so that nothing is waited for between that and reading them.
 */
export async function openSlowly(
  baseUrl: string,
  actor: Actor,
  route: Route,
  call: RouteCall<Route>,
): Promise<SlowRequest> {
  const { type, text } = bodyOf(route, call);
  const sending = request(new URL(addressOf(route, call), baseUrl), {
    method: route.method,
    headers: {
      authorization: `Bearer ${actor.token}`,
      "x-forwarded-for": actor.address,
      "user-agent": "matrix",
      "content-type": type,
      "content-length": Buffer.byteLength(text),
      expect: "100-continue",
    },
  });
  const answered = answerOf(sending);
  // A request that is refused immediately gets its response here.
  await Promise.race([once(sending, "continue"), answered]);
  const middle = Math.floor(text.length / 2);
  sending.write(text.slice(0, middle));
  return {
    finish() {
      sending.end(text.slice(middle));
      return answered;
    },
  };
}

/** Also a route that takes no body can be sent one. */
function bodyOf(route: Route, { body }: RouteCall<Route>): { type: string; text: string } {
  if (route.bodyKind !== "file") return { type: "application/json", text: JSON.stringify(body ?? {}) };
  const boundary = "slow";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="notes.txt"\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    text: `${head}${"What was to be kept. ".repeat(50)}\r\n--${boundary}--\r\n`,
  };
}

async function answerOf(sending: ClientRequest): Promise<{ status: number; code: string | undefined }> {
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  let text = "";
  for await (const part of response.setEncoding("utf8")) text += part;
  const isJson = response.headers["content-type"]?.includes("json");
  const answer = isJson ? (JSON.parse(text) as { error?: { code: string } }) : {};
  return { status: response.statusCode ?? 0, code: answer?.error?.code };
}
