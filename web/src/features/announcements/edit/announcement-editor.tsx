import { canEditAnnouncement, canPublishAnnouncements } from "@atoll/contract/announcements/policy";
import type { OpenAnnouncement } from "@atoll/contract/announcements/schemas";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { countPeople } from "../../../lib/counted.ts";
import { isComposing } from "../../../lib/page/is-composing.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { FieldNote } from "../../../ui/field/field.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "../../../ui/progress/skeleton.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { AnnouncementFailure } from "../data/announcement-failure.tsx";
import { useAnnouncement } from "../data/use-announcements.ts";
import { momentOf } from "../data/words.ts";
import { useReach } from "./audience-picker.tsx";
import { blankAnnouncement, fromLocal } from "./fields.ts";
import { OtherVersion } from "./other-version.tsx";
import { Preview } from "./preview.tsx";
import { Settings } from "./settings.tsx";
import { TextField } from "./text-field.tsx";
import { useDraftCreation } from "./use-draft-creation.ts";
import { useEditor } from "./use-editor.ts";

export interface AnnouncementEditorProps {
  announcementId: string;
  /** There is no such announcement yet: its first typed word creates a draft. */
  isNew: boolean;
  onCreated: () => void;
  crumbs: ReactNode;
  /** Saved, published or left: to where it is read. */
  onDone: () => void;
}

/** Writes and changes an announcement. Specification, sections 4, 5 and 7 (announcements). */
export function AnnouncementEditor(props: AnnouncementEditorProps) {
  const { viewer } = useSignedIn();
  const query = useAnnouncement(props.announcementId, !props.isNew);
  const [blank] = useState(() => blankAnnouncement(props.announcementId, viewer));
  const announcement = query.data?.announcement ?? (props.isNew ? blank : undefined);
  if (announcement && (!query.isGone || query.data)) {
    // A person who may no longer change it still sees what they wrote.
    const mayEdit = !query.isGone && canEditAnnouncement(viewer, announcement);
    return <Editing {...props} announcement={announcement} mayEdit={mayEdit} />;
  }
  return (
    <div className="page-pad">
      {props.crumbs}
      {query.isMissing || query.error ? (
        <AnnouncementFailure query={query} />
      ) : (
        <SkeletonGroup label="Loading announcement" className="flex flex-col gap-6 py-6">
          <Skeleton width="60%" height={28} />
          <SkeletonText lines={8} />
        </SkeletonGroup>
      )}
    </div>
  );
}

interface EditingProps extends AnnouncementEditorProps {
  announcement: OpenAnnouncement;
  mayEdit: boolean;
}

function Editing({ announcement, mayEdit, isNew, onCreated, crumbs, onDone }: EditingProps) {
  const { viewer } = useSignedIn();
  const createDraft = useDraftCreation(announcement.id, isNew, onCreated);
  const editor = useEditor(announcement, createDraft);
  const { fields, at } = editor;
  const title = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isNew) title.current?.focus();
  }, [isNew]);
  const [isImportant, setIsImportant] = useState(false);
  const [side, setSide] = useState<"write" | "preview">("write");
  const reach = useReach(fields.departmentIds, fields.roleIds).data;
  const isOut = announcement.status === "PUBLISHED";
  const mayPublish = canPublishAnnouncements(viewer) && mayEdit;
  const isBlocked = !mayEdit || editor.isOther;
  const isKept = editor.isChanged || editor.hasUnsavedTime;
  const people = reach && countPeople(reach.reached);

  async function save() {
    const answer = await editor.save(isImportant);
    if (!answer) return;
    setIsImportant(false);
    notify.success(isOut ? "Changes published" : "Draft saved");
    if (isOut) onDone();
  }
  async function publish() {
    const instant = fromLocal(at);
    if (!(await editor.publish())) return;
    notify.success(instant === null ? "Announcement published" : `It will be published ${momentOf(instant)}`);
    onDone();
  }
  const buttons = (
    <>
      <Button
        variant={isOut ? "primary" : "secondary"}
        loading={editor.isBusy}
        disabled={isBlocked || (!editor.isChanged && !isImportant)}
        onClick={() => void save()}
      >
        {isOut ? "Publish changes" : "Save draft"}
      </Button>
      {mayPublish && !isOut && (
        <Button
          variant="primary"
          loading={editor.isBusy}
          disabled={isBlocked || reach?.reached === 0}
          onClick={() => void publish()}
        >
          {at === "" ? `Publish${people ? ` to ${people}` : ""}` : "Schedule"}
        </Button>
      )}
    </>
  );
  return (
    <div className="flex min-h-full flex-col">
      <header className="sticky top-0 z-10 flex min-h-14 flex-wrap items-center gap-3 border-b bg-surface px-6 py-2 max-md:px-4">
        <span className="max-md:hidden">{crumbs}</span>
        <Badge>{isOut ? "Published" : announcement.scheduledFor ? "Scheduled" : "Draft"}</Badge>
        <span className="text-muted text-xs">
          {isKept
            ? "Not saved yet, kept here"
            : isNew
              ? "Nothing written yet"
              : `Saved ${momentOf(announcement.updatedAt)}`}
        </span>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
          {isKept && (
            <Button variant="ghost" onClick={editor.discard}>
              Discard
            </Button>
          )}
          <Button variant="ghost" onClick={onDone}>
            Close
          </Button>
          {buttons}
        </span>
      </header>
      <div className="px-4 pt-3 lg:hidden">
        <Segmented
          className="w-full [&>label]:flex-1"
          label="Side"
          value={side}
          onValueChange={setSide}
          options={[
            { value: "write", label: "Write" },
            { value: "preview", label: "Preview" },
          ]}
        />
      </div>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)_400px] max-lg:grid-cols-1">
        <div
          className={cx("flex flex-col gap-4 px-6 py-5 max-md:px-4", side === "preview" && "max-lg:hidden")}
        >
          {!mayEdit && (
            <InlineAlert tone="error">
              You can no longer edit this announcement. Your text is kept here: copy it, or save it when you
              can edit again.
            </InlineAlert>
          )}
          {editor.failure && <InlineAlert tone="error">{editor.failure}</InlineAlert>}
          {editor.isOther && <OtherVersion editor={editor} announcement={announcement} />}
          <div className="flex flex-col gap-1">
            <input
              aria-label="Title"
              ref={title}
              aria-invalid={editor.errorOf("title") !== undefined}
              aria-describedby="announcement-title-note"
              className="type-page w-full rounded-sm bg-transparent outline-offset-4 placeholder:text-faint"
              placeholder="Title"
              maxLength={400}
              value={fields.title}
              onChange={({ target }) => editor.set({ title: target.value })}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || isComposing(event) || event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                text.current?.focus();
              }}
            />
            {editor.errorOf("title") && (
              <FieldNote id="announcement-title-note" note={editor.errorOf("title") ?? ""} isError />
            )}
          </div>
          <TextField editor={editor} field={text} mentions={announcement.mentions} />
          <Settings
            editor={editor}
            announcement={announcement}
            at={mayPublish && !isOut ? at : undefined}
            onAtChange={editor.setAt}
          />
          {isOut && (
            <Checkbox
              label="Important change"
              help="Everyone in the audience is asked to read it again. Earlier confirmations are kept."
              checked={isImportant}
              onChange={({ target }) => setIsImportant(target.checked)}
            />
          )}
          {!canPublishAnnouncements(viewer) && (
            <p className="text-muted text-xs">
              You can write announcements. Someone who can publish them will see your draft.
            </p>
          )}
        </div>
        <aside
          className={cx(
            "border-l bg-surface-sunken px-5 py-5 max-lg:border-l-0",
            side === "write" && "max-lg:hidden",
          )}
        >
          <Preview announcement={announcement} fields={fields} />
        </aside>
      </div>
    </div>
  );
}
