import { askingWords, publishedWords } from "@atoll/contract/announcements/notification-words";
import type { OpenAnnouncement } from "@atoll/contract/announcements/schemas";
import { callReader } from "@atoll/contract/mentions";
import { useState } from "react";
import { useCallablePeople } from "../../../capabilities/composer/use-callable-people.ts";
import { appName } from "../../../lib/page/page-title.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { PriorityBadge } from "../../../ui/badge/priority-badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { authorOf, priorityOf } from "../data/words.ts";
import { cutText } from "../list/announcement-row.tsx";
import { AnnouncementText } from "../reading/announcement-text.tsx";
import { ConfirmNotice } from "../reading/confirm-bar.tsx";
import { type Fields, fromLocal } from "./fields.ts";

const views = [
  { value: "page", label: "Page" },
  { value: "card", label: "Card" },
  { value: "push", label: "Push" },
] as const;

/** As a reader sees it on a phone: the page that opens, the card of a list, or what comes up on the lock screen. Nothing in it can be pressed. */
export function Preview({ announcement, fields }: { announcement: OpenAnnouncement; fields: Fields }) {
  const { viewer } = useSignedIn();
  const { people } = useCallablePeople(fields.content);
  const [view, setView] = useState<(typeof views)[number]["value"]>("page");
  const shown: OpenAnnouncement = {
    ...announcement,
    ...fields,
    mentions: [...announcement.mentions, ...people.map(({ id, name }) => ({ id, name }))],
    expiresAt: fromLocal(fields.expiresAt),
    dueAt: fromLocal(fields.dueAt),
    publishedAt: announcement.publishedAt ?? new Date().toISOString(),
    attachments: announcement.attachments.filter(({ id }) => fields.fileIds.includes(id)),
  };
  return (
    <section aria-label="Preview" className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-3">
        <Segmented label="View" options={views} value={view} onValueChange={setView} />
        <span className="text-muted text-xs">As a reader sees it on a phone</span>
      </div>
      <div
        inert
        className="mx-auto flex w-full max-w-[358px] flex-col gap-4 rounded-xl border bg-surface-raised p-4 shadow-1"
      >
        {view !== "push" && (
          <div className="flex flex-wrap gap-1.5">
            <PriorityBadge priority={priorityOf(shown)} />
            {announcement.edition > 1 && <Badge tone="accent">New version</Badge>}
          </div>
        )}
        {view === "push" ? (
          <PushPreview announcement={shown} />
        ) : view === "page" ? (
          <>
            <AnnouncementText announcement={shown} viewerId={viewer.id} heading="h2" />
            {fields.mustRead && (
              <>
                <ConfirmNotice dueAt={shown.dueAt} />
                <Button variant="primary">I have read this</Button>
              </>
            )}
          </>
        ) : (
          <div className="min-w-0">
            <p className="truncate font-semibold text-sm">{fields.title || "Without a title yet"}</p>
            <p className="text-muted text-xs wrap-anywhere">{cutText(fields.content) || "No text yet"}</p>
          </div>
        )}
      </div>
    </section>
  );
}

/** As a phone shows it, or the reason that it shows nothing. */
function PushPreview({ announcement }: { announcement: OpenAnnouncement }) {
  const { title, priority, mustRead, content, mentions } = announcement;
  const isRinging = mustRead || priority === "HIGH" || priority === "URGENT";
  const words = mustRead ? askingWords : publishedWords;
  const isNamed = callReader(content);
  if (!isRinging)
    return (
      <p className="text-muted text-sm">
        {mentions.some(({ name }) => isNamed(name))
          ? "Only people it mentions get a push. "
          : "It sends no push. "}
        Everyone in the audience finds it in their inbox.
      </p>
    );
  return (
    <div className="flex min-w-0 items-start gap-3 text-sm">
      <img alt="" className="size-9 flex-none rounded-md" src="/icons/icon-192x192.png" />
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-3 text-muted text-xs">
          <span className="truncate">{appName()}</span>
          <span className="flex-none">now</span>
        </p>
        <p className="line-clamp-2 font-semibold wrap-anywhere">
          {words(authorOf(announcement), title || "Without a title yet")}
        </p>
        <p className="line-clamp-3 text-muted wrap-anywhere">{cutText(content) || "No text yet"}</p>
      </div>
    </div>
  );
}
