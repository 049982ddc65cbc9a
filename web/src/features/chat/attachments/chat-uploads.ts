import { chatRoutes } from "@atoll/contract/chat/routes";
import { standardMaxFileBytes } from "@atoll/contract/chat/schemas";
import type { Workspace } from "@atoll/contract/workspace/routes";
import type { QueryClient } from "@tanstack/react-query";
import { ApiError, call } from "../../../lib/api-client.ts";
import type { RealtimeSocket } from "../../../lib/socket.ts";
import { uploadFile } from "../../../lib/upload.ts";
import { notify } from "../../../ui/toast.tsx";
import { persist } from "./persist.ts";
import { createUploads, type Uploads } from "./uploads.ts";

const kept = new WeakMap<QueryClient, Map<string, Uploads>>();

/**
 * The uploads of a person's chat: the same as long as the tab lives, also when their session is made anew because
 * a role of theirs changed. What is too large is known without sending it.
 */
export function chatUploads(queryClient: QueryClient, realtime: RealtimeSocket, viewerId: string): Uploads {
  const ofViewers = kept.get(queryClient) ?? new Map<string, Uploads>();
  kept.set(queryClient, ofViewers);
  const uploads = ofViewers.get(viewerId) ?? create(queryClient, realtime);
  ofViewers.set(viewerId, uploads);
  return uploads;
}

function create(queryClient: QueryClient, realtime: RealtimeSocket): Uploads {
  return createUploads({
    async upload(file, options) {
      const send = () => uploadFile(chatRoutes.uploadAttachment, file, options);
      try {
        const { attachment } = await persist(send, { ...options, realtime });
        return attachment;
      } catch (error) {
        // The limit was lowered while this page was open.
        if (error instanceof ApiError && error.code === "file_too_large")
          await queryClient.refetchQueries({ queryKey: ["workspace"] });
        throw error;
      }
    },
    discard: (attachmentId) => call(chatRoutes.deleteAttachment, { params: { attachmentId } }),
    // The frame asks for the workspace; before its answer the server itself decides.
    maxFileBytes: () =>
      queryClient.getQueryData<Workspace>(["workspace"])?.maxFileBytes ?? standardMaxFileBytes,
    onRefused: (message) => notify.error(message),
  });
}
