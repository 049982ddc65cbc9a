import { announcementState } from "@atoll/contract/announcements/policy";
import type { OpenAnnouncement } from "@atoll/contract/announcements/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CheckCheck } from "lucide-react";
import { useRef } from "react";
import { useShortcut } from "../../../lib/page/shortcuts.ts";
import { isChangedMeanwhile } from "../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { confirmAnnouncement } from "../data/api.ts";
import { openKey } from "../data/use-announcements.ts";
import { momentOf } from "../data/words.ts";
import { announcementShortcuts } from "../list/shortcuts.ts";

/**
 * Asks the audience of a must-read to confirm that they have read it, and shows when they did. Only the button confirms. The
 * author is not asked.
 */
export function ConfirmBar({ announcement }: { announcement: OpenAnnouncement }) {
  const viewer = useViewer();
  const isAsked =
    announcement.mustRead &&
    announcement.isAddressed &&
    announcement.author.id !== viewer.id &&
    announcementState(announcement, Date.now()) === "PUBLISHED";
  return isAsked && <Confirmation announcement={announcement} />;
}

function Confirmation({ announcement }: { announcement: OpenAnnouncement }) {
  const { id, edition, dueAt, readStatus } = announcement;
  const queryClient = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  useShortcut(announcementShortcuts.confirm, () => {
    button.current?.focus();
    return button.current !== null;
  });
  const confirmation = useMutation({
    mutationFn: () => confirmAnnouncement(id, edition),
    // There is a newer one: it is what has to be read.
    onError: (error) => isChangedMeanwhile(error) && queryClient.invalidateQueries({ queryKey: openKey(id) }),
  });
  const confirmedAt = readStatus?.edition === edition ? readStatus.confirmedAt : null;
  if (confirmedAt !== null)
    return (
      <InlineAlert tone="success" icon={CheckCheck}>
        You confirmed this on {momentOf(confirmedAt)}.
      </InlineAlert>
    );
  const isLate = dueAt !== null && Date.parse(dueAt) < Date.now();
  const isAgain = readStatus !== null && readStatus.edition < edition && readStatus.confirmedAt !== null;
  return (
    <div className="flex flex-col gap-3">
      <ConfirmNotice dueAt={dueAt} isLate={isLate} isAgain={isAgain} />
      {confirmation.error && <InlineAlert tone="error">{errorMessage(confirmation.error)}</InlineAlert>}
      <Button
        ref={button}
        variant="primary"
        className="self-start max-md:self-stretch"
        loading={confirmation.isPending}
        onClick={() => confirmation.mutate()}
      >
        I have read this
      </Button>
    </div>
  );
}

/** The same as a preview shows it, where nobody confirms anything. */
export function ConfirmNotice({
  dueAt,
  isLate = false,
  isAgain = false,
}: {
  dueAt: string | null;
  isLate?: boolean;
  isAgain?: boolean;
}) {
  return (
    <InlineAlert tone="notice" icon={CheckCheck}>
      {isAgain && "It was changed since you confirmed it. "}
      {dueAt === null ? (
        "Please confirm that you have read this."
      ) : (
        <>
          Please confirm by <strong className="font-semibold">{momentOf(dueAt)}</strong>
          {isLate && ", which is over"}
        </>
      )}
    </InlineAlert>
  );
}
