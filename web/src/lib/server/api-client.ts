import type { Route, RouteCall, RouteOutput } from "@atoll/contract/route";
import { request } from "../request/request.ts";
import { requestSignedIn } from "../session/session.ts";

export { ApiError, errorMessage } from "../request/api-error.ts";
export { isRefusal } from "../request/judge-error.ts";

/**
 * Calls a route of the contract: `call(chatRoutes.getChannel, { params: { channelId } }, { signal })`.
 * Signs the request, refreshes the session once when the server asks for it, and throws `ApiError`.
 */
export function call<R extends Route>(
  route: R,
  input: RouteCall<R>,
  options: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<RouteOutput<R>> {
  return route.access === "public" ? request(route, input, options) : requestSignedIn(route, input, options);
}
