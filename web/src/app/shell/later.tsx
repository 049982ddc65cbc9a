import { useEffect } from "react";
import { refuseStrayFiles } from "../../capabilities/files/upload/transferred-files.ts";
import { outboxOf } from "../../capabilities/offline/outbox/own-outbox.ts";
import { sendOldMessages } from "../../features/chat/outbox/old-messages.ts";
import { useReportTimeZone } from "../../features/identity/preferences/use-report-time-zone.ts";
import { useLiveWorkspace } from "../../features/workspace/use-live-workspace.ts";
import { openTextStorage } from "../../lib/text-storage.ts";
import { useSignedIn } from "../../lib/use-signed-in.tsx";
import { PersonCards } from "../people/person-cards.tsx";

/** The parts of every page that can follow its first paint. */
export function Later() {
  useSendEarlier();
  useLiveWorkspace();
  useReportTimeZone();
  useEffect(refuseStrayFiles, []);
  return <PersonCards />;
}

/** Sends messages of earlier versions, and comments of earlier pages where no page with comments is opened. */
function useSendEarlier(): void {
  const signedIn = useSignedIn();
  useEffect(() => {
    const outbox = outboxOf(signedIn);
    sendOldMessages(signedIn.viewer.id, openTextStorage(), outbox);
    if (!outbox.all().some(({ kind }) => kind === "comment")) return;
    import("../../capabilities/comments/comment-store.ts").then(
      ({ commentStoreOf }) => commentStoreOf(signedIn),
      // Without a connection, the next page does it.
      () => undefined,
    );
  }, [signedIn]);
}
