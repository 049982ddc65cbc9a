import type { OpenAnnouncement } from "@atoll/contract/announcements/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";
import { Button } from "../../../ui/button/button.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { type Fields, fieldsOf } from "./fields.ts";
import type { Editor } from "./use-editor.ts";

const names: Record<keyof Fields, string> = {
  title: "Title",
  content: "Text",
  priority: "Priority",
  departmentIds: "Departments",
  roleIds: "Roles",
  expiresAt: "Expires",
  mustRead: "Must read",
  dueAt: "Confirm by",
  allowsComments: "Comments",
  byMail: "Also by mail",
  fileIds: "Files",
};

/** Another version was saved during editing. It is shown here, and can be replaced only after it was seen. */
export function OtherVersion({ editor, announcement }: { editor: Editor; announcement: OpenAnnouncement }) {
  const theirs = fieldsOf(announcement);
  const different = (Object.keys(names) as (keyof Fields)[]).filter(
    (name) => JSON.stringify(theirs[name]) !== JSON.stringify(editor.fields[name]),
  );
  return (
    <InlineAlert tone="notice">
      <p className="font-medium">
        Someone else saved this announcement while you were editing. What you wrote is kept; this is what they
        saved where it differs:
      </p>
      <dl className="my-2 flex max-h-64 flex-col gap-2 overflow-y-auto rounded-sm bg-surface-raised px-2.5 py-2">
        {different.map((name) => (
          <div key={name}>
            <dt className="font-semibold text-xs">{names[name]}</dt>
            <dd className="whitespace-pre-wrap text-xs wrap-anywhere">
              {inWords(name, announcement, theirs)}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button size="xs" onClick={editor.replaceOther}>
          Go on with mine
        </Button>
        <Button size="xs" variant="ghost" onClick={editor.takeOther}>
          Take theirs, discard mine
        </Button>
      </div>
    </InlineAlert>
  );
}

function inWords(name: keyof Fields, announcement: OpenAnnouncement, theirs: Fields): string {
  const list = (parts: readonly { name: string }[], none: string) =>
    parts.map((part) => part.name).join(", ") || none;
  if (name === "departmentIds") return list(announcement.departments, "All");
  if (name === "roleIds")
    return list(
      announcement.roles.map(({ name }) => ({ name: roleTitle(name) })),
      "All",
    );
  if (name === "fileIds")
    return announcement.attachments.map((file) => file.originalName).join(", ") || "None";
  const value = theirs[name];
  if (typeof value === "boolean") return value ? "On" : "Off";
  return String(value).replace("T", " ") || "Nothing";
}
