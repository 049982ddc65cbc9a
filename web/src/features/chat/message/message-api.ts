import { chatRoutes } from "@atoll/contract/chat/routes";
import { call } from "../../../lib/server/api-client.ts";

export const putPin = (messageId: string, isPinned: boolean) =>
  call(isPinned ? chatRoutes.pinMessage : chatRoutes.unpinMessage, { params: { messageId } });
