import { announcementPriorities } from "@atoll/contract/announcements/limits";
import type { OpenAnnouncement } from "@atoll/contract/announcements/schemas";
import { X } from "lucide-react";
import { counted } from "../../../lib/counted.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { DateTimeField } from "../../../ui/field/dates/date-time-field.tsx";
import { Toggle } from "../../../ui/field/toggle.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { AudiencePicker, useReach } from "./audience-picker.tsx";
import type { Editor } from "./use-editor.ts";

const names = { URGENT: "Urgent", HIGH: "High", MEDIUM: "Medium", LOW: "Low" };

/** All of an announcement but its words. */
export function Settings({
  editor,
  announcement,
  at,
  onAtChange,
}: {
  editor: Editor;
  announcement: OpenAnnouncement;
  /** When it is to be published, as the field has it; undefined where that is not theirs to say, or past. */
  at: string | undefined;
  onAtChange: (at: string) => void;
}) {
  const { fields, set } = editor;
  const files = announcement.attachments.filter(({ id }) => fields.fileIds.includes(id));
  return (
    <>
      {files.length > 0 && (
        <ul aria-label="Files" className="flex flex-wrap gap-2">
          {files.map(({ id, originalName }) => (
            <li key={id} className="flex max-w-full items-center gap-1 rounded-md border py-0.5 pr-1 pl-2.5">
              <span className="truncate text-xs">{originalName}</span>
              <IconButton
                size="xs"
                icon={X}
                label={`Remove ${originalName}`}
                onClick={() => set({ fileIds: fields.fileIds.filter((one) => one !== id) })}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="font-semibold text-xs">Priority</span>
        <Segmented
          label="Priority"
          value={fields.priority}
          onValueChange={(priority) => set({ priority })}
          options={announcementPriorities.toReversed().map((value) => ({ value, label: names[value] }))}
        />
        <span className="text-faint text-xs">High and Urgent also send a push</span>
      </div>
      <AudiencePicker editor={editor} />
      <div className="grid grid-cols-3 items-start gap-3 max-lg:grid-cols-1">
        {at !== undefined && (
          <DateTimeField
            label="Publish"
            value={at}
            help="Leave blank to publish now"
            error={editor.errorOf("at")}
            onValueChange={onAtChange}
          />
        )}
        <DateTimeField
          label="Expires"
          value={fields.expiresAt}
          help="Leave blank to keep it"
          error={editor.errorOf("expiresAt")}
          onValueChange={(expiresAt) => set({ expiresAt })}
        />
        {fields.mustRead && (
          <DateTimeField
            label="Confirm by"
            value={fields.dueAt}
            error={editor.errorOf("dueAt")}
            onValueChange={(dueAt) => set({ dueAt })}
          />
        )}
      </div>
      <div className="flex flex-col gap-3 border-t pt-4">
        <Toggle
          label="Must read"
          help="Asks everyone to confirm that they have read it"
          checked={fields.mustRead}
          onChange={({ target }) => set({ mustRead: target.checked })}
        />
        {fields.mustRead && <ByMail editor={editor} />}
        <Toggle
          label="Comments"
          help="Readers can comment"
          checked={fields.allowsComments}
          onChange={({ target }) => set({ allowsComments: target.checked })}
        />
      </div>
    </>
  );
}

/** The choice to send it by mail as well, if this server sends mail. Readers may have stopped such mails. */
function ByMail({ editor: { fields, set } }: { editor: Editor }) {
  const { data } = useReach(fields.departmentIds, fields.roleIds);
  if (!data || data.byMail === null) return null;
  const mailed = counted(data.byMail, "person", "people");
  return (
    <Toggle
      label="Also by mail"
      help={`Sends it to ${mailed}. Others have stopped announcements by mail.`}
      checked={fields.byMail}
      onChange={({ target }) => set({ byMail: target.checked })}
    />
  );
}
