import { channelRoutes } from "@atoll/contract/chat/channel-routes";
import { call } from "../../../lib/api-client.ts";

// Beside `api.ts`, which comes with the parts of the page that are not there at first.
export const putStar = (channelId: string, isStarred: boolean) =>
  call(isStarred ? channelRoutes.starChannel : channelRoutes.unstarChannel, { params: { channelId } });
