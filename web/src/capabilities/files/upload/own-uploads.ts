import type { Workspace } from "@atoll/contract/workspace/workspace-schemas";
import type { QueryClient } from "@tanstack/react-query";
import { hasCode } from "../../../lib/request/judge-error.ts";
import type { SignedIn } from "../../../lib/signed-in.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { discardFile, sendFile, standardMaxFileBytes } from "../wire.ts";
import { persist } from "./persist.ts";
import { createUploads, type Uploads } from "./uploads.ts";

const kept = new WeakMap<QueryClient, Map<string, Uploads>>();

/**
 * Returns a person's uploads. They live as long as the tab, even if the signed-in state starts again because a role
 * changed. Files that are too large are rejected without an upload.
 */
export function uploadsOf(signedIn: SignedIn): Uploads {
  const { queryClient, viewer } = signedIn;
  const ofViewers = kept.get(queryClient) ?? new Map<string, Uploads>();
  kept.set(queryClient, ofViewers);
  const uploads = ofViewers.get(viewer.id) ?? create(signedIn);
  ofViewers.set(viewer.id, uploads);
  return uploads;
}

export function useUploads(): Uploads {
  return uploadsOf(useSignedIn());
}

function create({ queryClient, realtime }: SignedIn): Uploads {
  return createUploads({
    async upload(file, options) {
      const send = () => sendFile(file, options);
      try {
        const { attachment } = await persist(send, { ...options, realtime });
        return attachment;
      } catch (error) {
        // The limit was lowered while this page was open.
        if (hasCode(error, "file_too_large")) await queryClient.refetchQueries({ queryKey: ["workspace"] });
        throw error;
      }
    },
    discard: discardFile,
    // The frame asks for the workspace; before its answer the server itself decides.
    maxFileBytes: () =>
      queryClient.getQueryData<Workspace>(["workspace"])?.maxFileBytes ?? standardMaxFileBytes,
    onRefused: (message) => notify.error(message),
  });
}
