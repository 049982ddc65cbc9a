import { canEditAnnouncement, canPublishAnnouncements } from "@atoll/contract/announcements/policy";
import type { OpenAnnouncement } from "@atoll/contract/announcements/schemas";
import type { Viewer } from "@atoll/contract/identity/schemas";
import { useMutation } from "@tanstack/react-query";
import { Archive, Ellipsis, Pencil } from "lucide-react";
import { useState } from "react";
import { useChanges } from "../../../capabilities/changes/use-unsettled.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { deleteAnnouncement } from "../data/api.ts";
import { announcementChanges } from "../data/changes.ts";

type Act = "archive" | "withdraw" | "delete";

export interface AnnouncementActionsProps {
  announcement: OpenAnnouncement;
  viewer: Viewer;
  onEdit: () => void;
  onDeleted: () => void;
}

/** The actions on an announcement, for people who may use them. */
export function AnnouncementActions({ announcement, viewer, onEdit, onDeleted }: AnnouncementActionsProps) {
  const { id, title, status, scheduledFor } = announcement;
  const changes = useChanges(announcementChanges);
  const [asked, setAsked] = useState<Act | null>(null);
  const act = useMutation({
    async mutationFn(what: Act) {
      const { done: said } = words[what];
      if (what !== "delete")
        await changes.run({ about: [id], title: `“${title}”`, said, change: { act: what } });
      else {
        await deleteAnnouncement(id);
        notify.success(said);
        onDeleted();
      }
    },
    onSuccess: () => setAsked(null),
  });
  const canPublish = canPublishAnnouncements(viewer);
  if (!canEditAnnouncement(viewer, announcement)) return null;
  const ask = (what: Act) => {
    act.reset();
    setAsked(what);
  };
  return (
    <>
      <Button size="sm" variant="ghost" icon={Pencil} onClick={onEdit}>
        Edit
      </Button>
      {canPublish && status === "PUBLISHED" && (
        <Button size="sm" variant="ghost" icon={Archive} onClick={() => ask("archive")}>
          Archive
        </Button>
      )}
      <Menu
        label="More"
        align="end"
        trigger={<IconButton size="sm" icon={Ellipsis} label="More" />}
        items={[
          ...(canPublish && (status === "PUBLISHED" || scheduledFor !== null)
            ? [{ label: "Make it a draft again", onSelect: () => ask("withdraw") }]
            : []),
          { label: "Delete", danger: true, onSelect: () => ask("delete") },
        ]}
      />
      {asked !== null && (
        <ConfirmDialog
          onClose={() => setAsked(null)}
          title={words[asked].title}
          verb={words[asked].verb}
          tone={asked === "delete" ? "danger" : "primary"}
          loading={act.isPending}
          error={act.error ? errorMessage(act.error) : undefined}
          onConfirm={() => act.mutate(asked)}
        >
          {words[asked].text}
        </ConfirmDialog>
      )}
    </>
  );
}

const words: Record<Act, { title: string; verb: string; text: string; done: string }> = {
  archive: {
    title: "Archive this announcement?",
    verb: "Archive",
    text: "Its readers no longer see it. You can publish it again.",
    done: "Announcement archived",
  },
  withdraw: {
    title: "Make it a draft again?",
    verb: "Make it a draft",
    text: "Its audience does not see it until it is published again.",
    done: "It is a draft again",
  },
  delete: {
    title: "Delete this announcement?",
    verb: "Delete",
    text: "Its text, files, comments and the list of who has read it are deleted. This cannot be undone.",
    done: "Announcement deleted",
  },
};
