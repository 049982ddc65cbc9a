import { channelRoutes } from "@atoll/contract/chat/channel-routes";
import { call } from "../../../../lib/server/api-client.ts";

// Separate from `api.ts`, which is part of lazily loaded code.
export const putStar = (channelId: string, isStarred: boolean) =>
  call(isStarred ? channelRoutes.starChannel : channelRoutes.unstarChannel, { params: { channelId } });
