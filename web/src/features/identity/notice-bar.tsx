import { noticeText } from "@atoll/contract/identity/notices";
import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { formatInstant } from "../../lib/time/format-date.ts";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { dismissNotice } from "./api.ts";

/** Notices about the viewer's account and channels, above everything until they are read, one at a time. */
export function NoticeBar() {
  const viewer = useViewer();
  const [notice, ...others] = viewer.notices;
  const dismissal = useMutation({ mutationFn: (id: string) => dismissNotice(viewer, id) });
  if (!notice) return null;
  return (
    <InlineAlert className="mx-2 mt-2 flex-none" onDismiss={() => dismissal.mutate(notice.id)} tone="notice">
      <p>
        {noticeText(notice)} <time className="text-muted text-xs">{formatInstant(notice.at)}</time>
        {others.length > 0 && <span className="text-muted text-xs"> {others.length} more</span>}
      </p>
      {dismissal.error && <p className="text-danger-text text-xs">{errorMessage(dismissal.error)}</p>}
    </InlineAlert>
  );
}
