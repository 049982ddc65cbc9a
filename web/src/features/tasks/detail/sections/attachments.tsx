import { maxTaskLinks } from "@atoll/contract/tasks/limits";
import { Link2, X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { FileRow } from "../../../../capabilities/files/shown/file-row.tsx";
import { useShownFile } from "../../../../capabilities/files/shown/use-shown-file.ts";
import { AttachButton } from "../../../../capabilities/files/upload/attach-button.tsx";
import { AttachmentTray } from "../../../../capabilities/files/upload/attachment-tray.tsx";
import { useUploads } from "../../../../capabilities/files/upload/own-uploads.ts";
import { useTray } from "../../../../capabilities/files/upload/use-tray.ts";
import { authorName } from "../../../../capabilities/people/author-name.ts";
import { useForm } from "../../../../lib/form/use-form.ts";
import { useSignedIn } from "../../../../lib/use-signed-in.tsx";
import { lazyPart, useLazyPart } from "../../../../ui/base/lazy-part.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { IconButton } from "../../../../ui/button/icon-button.tsx";
import { TextField } from "../../../../ui/field/text-field.tsx";
import { Popover } from "../../../../ui/popup/popover.tsx";
import { InlineAlert } from "../../../../ui/state/inline-alert.tsx";
import { showLoadFailure } from "../../../../ui/toast/load-failure.ts";
import { addLink, attachFiles, removeFile, removeLink } from "../../changes/open-task-changes.ts";
import type { TaskWork } from "../../changes/use-open-task.ts";
import { Section } from "./section.tsx";

/** Files of a task, and what lies elsewhere. Specification, sections 3 and 5 (task attachment). */
export function TaskAttachments({ work }: { work: TaskWork }) {
  const { id, attachments, links } = work.task;
  const place = `task:${id}`;
  const tray = useTray(place);
  useAttachWhenUploaded(work, place);
  return (
    <Section
      title="Attachments"
      count={attachments.length + links.length}
      action={
        <>
          {links.length < maxTaskLinks && (
            <Popover
              label="Attach a link"
              align="end"
              className="w-[300px]"
              trigger={<IconButton size="sm" icon={Link2} label="Attach a link" />}
            >
              {(close) => <LinkForm work={work} onDone={close} />}
            </Popover>
          )}
          <AttachButton onFiles={tray.add} />
        </>
      }
    >
      <AttachmentTray place={place} />
      <Files work={work} />
      {links.length > 0 && (
        <ul aria-label="Links" className="flex flex-col gap-1.5">
          {links.map((link) => (
            <li
              key={link.id}
              className="flex min-h-9 items-center gap-2.5 rounded-md border py-1 pr-1.5 pl-3"
            >
              <Link2 className="size-4 flex-none text-faint" aria-hidden="true" />
              <a
                href={link.url}
                target="_blank"
                rel="noreferrer"
                title={link.url}
                className="min-w-0 flex-1 truncate rounded-xs hover:underline"
              >
                {link.filename}
              </a>
              <span className="flex-none text-muted text-xs">{authorName(link.addedBy)}</span>
              <IconButton
                size="xs"
                icon={X}
                label={`Remove ${link.filename}`}
                onClick={() => work.change(removeLink(link))}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** A chosen file is attached as soon as its upload is complete. */
function useAttachWhenUploaded(work: TaskWork, place: string): void {
  const uploads = useUploads();
  const { uploads: waiting } = useTray(place);
  const isReady = waiting.length > 0 && waiting.every(({ attachment }) => attachment !== null);
  const attach = useEffectEvent(() => {
    const taken = uploads.take(place);
    const fileIds = taken.flatMap(({ attachment }) => (attachment ? [attachment.id] : []));
    uploads.forget(({ id }) => taken.some((one) => one.id === id));
    if (fileIds.length > 0) work.change(attachFiles(fileIds));
  });
  useEffect(() => {
    if (isReady) attach();
  }, [isReady]);
}

const viewerPart = lazyPart(() => import("../../../../capabilities/files/viewer/attachment-viewer.tsx"));

function Files({ work }: { work: TaskWork }) {
  const { attachments } = work.task;
  const [shown, show] = useShownFile(attachments);
  const part = useLazyPart(viewerPart, shown !== null, () => {
    show(null);
    showLoadFailure();
  });
  if (attachments.length === 0) return null;
  return (
    <>
      <ul aria-label="Files" className="flex flex-col gap-1.5">
        {attachments.map((file) => (
          <li key={file.id} className="flex items-center gap-1.5">
            <FileRow attachment={file} onOpen={file.preview === null ? undefined : () => show(file.id)} />
            <IconButton
              size="xs"
              icon={X}
              label={`Remove ${file.originalName}`}
              onClick={() => work.change(removeFile(file))}
            />
          </li>
        ))}
      </ul>
      {part && shown && (
        <part.AttachmentViewer
          attachments={attachments.filter(({ preview }) => preview !== null)}
          shownId={shown.id}
          place={shown}
          onShow={show}
          onClose={() => show(null)}
        />
      )}
    </>
  );
}

function LinkForm({ work, onDone }: { work: TaskWork; onDone: () => void }) {
  const { viewer } = useSignedIn();
  const form = useForm({
    values: { url: "", filename: "" },
    schema: async () => {
      const { newTaskLinkSchema } = await import("@atoll/contract/tasks/schemas");
      return newTaskLinkSchema.omit({ id: true });
    },
    send: async (link) => {
      await work.run(addLink(link, { ...viewer, isFormer: false }));
      onDone();
    },
    fallback: "Failed to attach the link",
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <TextField {...form.field("url")} label="Address" type="url" />
      <TextField {...form.field("filename")} label="Name" help="Leave blank to use the end of the address" />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" loading={form.isSending}>
          Attach
        </Button>
      </div>
    </form>
  );
}
