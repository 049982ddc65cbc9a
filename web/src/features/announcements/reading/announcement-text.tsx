import type { OpenAnnouncement } from "@atoll/contract/announcements/schemas";
import { Attachments } from "../../../capabilities/files/shown/attachments.tsx";
import { NameButton } from "../../../capabilities/people/name-button.tsx";
import { personMark } from "../../../capabilities/people/person-mark.ts";
import { WrittenText } from "../../../capabilities/writing/markdown/written-text.tsx";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { authorOf, whenOf } from "../data/words.ts";

/** The content of an announcement: title, author, text and files. Used for readers and in the preview. */
export function AnnouncementText({
  announcement,
  viewerId,
  heading: Heading = "h1",
}: {
  announcement: OpenAnnouncement;
  viewerId: string;
  heading?: "h1" | "h2";
}) {
  const { title, author, content, mentions, attachments } = announcement;
  return (
    <>
      <Heading className="type-page outline-none wrap-anywhere">{title || "Without a title yet"}</Heading>
      <div className="flex items-center gap-3">
        <span {...personMark(author.id)} className="flex cursor-pointer">
          <Avatar
            decorative
            userId={author.id}
            picture={author.avatar}
            name={authorOf(announcement)}
            size={32}
          />
        </span>
        <div className="min-w-0 text-xs">
          <NameButton userId={author.id} className="block font-semibold text-sm">
            {authorOf(announcement)}
          </NameButton>
          <p className="text-muted">{whenOf(announcement)}</p>
        </div>
      </div>
      {content !== "" && (
        <WrittenText
          className="max-w-[64ch] text-md leading-relaxed wrap-anywhere"
          content={content}
          calls={{ mentions, mentionsAll: null }}
          viewerId={viewerId}
        />
      )}
      <Attachments attachments={attachments} />
    </>
  );
}
