import { errorTexts } from "@atoll/contract/errors/error-texts";
import type { Route, RouteOutput } from "@atoll/contract/route";
import { ApiError } from "../request/api-error.ts";
import { readError, unreachable } from "../request/request.ts";
import { sendSignedIn } from "../session/session.ts";

export interface UploadOptions {
  /** How much of the body has left this machine, in bytes. */
  onProgress?: (sentBytes: number) => void;
  query?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * Sends one file to a route of the contract that takes none but a file, signed as `call` signs. By XMLHttpRequest,
 * because fetch does not tell how far it is. Throws `ApiError`, or the signal's reason when the caller gave up.
 */
export function uploadFile<R extends Route>(
  route: R,
  file: File,
  options?: UploadOptions,
): Promise<RouteOutput<R>>;
export function uploadFile(route: Route, file: File, options: UploadOptions = {}): Promise<unknown> {
  return sendSignedIn(async (accessToken) => {
    const { status, text } = await send(route, file, accessToken, options);
    if (status < 200 || status >= 300) throw await readRefusal(status, text);
    try {
      return JSON.parse(text);
    } catch {
      throw unreachable(status);
    }
  });
}

async function readRefusal(status: number, text: string): Promise<ApiError> {
  const error = await readError(new Response(text, { status }));
  // A proxy before the server has a limit of its own, and an answer that is not ours.
  return status === 413 && error.code === "network_error"
    ? new ApiError({ code: "body_too_large", message: errorTexts.body_too_large, status })
    : error;
}

function send(
  route: Route,
  file: File,
  accessToken: string | null,
  { onProgress, query = {}, signal }: UploadOptions,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const sending = new XMLHttpRequest();
    const giveUp = () => sending.abort();
    sending.upload.onprogress = ({ loaded }) => onProgress?.(Math.min(loaded, file.size));
    sending.onload = () =>
      sending.status < 200
        ? reject(unreachable(0))
        : resolve({ status: sending.status, text: sending.responseText });
    sending.onerror = () => reject(unreachable(0));
    sending.onabort = () => reject(signal?.reason ?? unreachable(0));
    sending.onloadend = () => signal?.removeEventListener("abort", giveUp);
    signal?.addEventListener("abort", giveUp);
    const address = new URL(route.path, location.origin);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    sending.open(route.method, address);
    sending.setRequestHeader("accept", "application/json");
    if (accessToken) sending.setRequestHeader("authorization", `Bearer ${accessToken}`);
    const body = new FormData();
    body.append("file", file);
    sending.send(body);
  });
}
