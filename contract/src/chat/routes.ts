import { channelRoutes } from "./channel-routes.ts";
import { memberRoutes } from "./member-routes.ts";
import { messageRoutes } from "./message-routes.ts";
import { searchRoutes } from "./search-routes.ts";
import { threadRoutes } from "./thread-routes.ts";

/** Everything of team chat that goes over HTTP. */
export const chatRoutes = {
  ...channelRoutes,
  ...memberRoutes,
  ...messageRoutes,
  ...threadRoutes,
  ...searchRoutes,
};
