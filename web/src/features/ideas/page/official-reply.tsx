import type { OpenIdea } from "@atoll/contract/ideas/schemas";
import { BadgeCheck, Link2 } from "lucide-react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { NameButton } from "../../../capabilities/people/name-button.tsx";
import { WrittenText } from "../../../capabilities/writing/markdown/written-text.tsx";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { formatDay, formatTime } from "../../../lib/time/format-date.ts";
import { Avatar } from "../../../ui/avatar/avatar.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { copyText } from "../../../ui/toast/copy-text.ts";

const nobody = { mentions: [], mentionsAll: null };

/** The latest official reply. */
export function OfficialReply({
  idea,
  reply: { at, by },
}: {
  idea: OpenIdea;
  reply: NonNullable<OpenIdea["reply"]>;
}) {
  const viewer = useViewer();
  const name = authorName(by);
  return (
    <section
      aria-label="Official reply"
      className="my-4 rounded-lg border bg-surface-raised px-4 py-3.5 shadow-[inset_3px_0_0_var(--primary),var(--shadow-1)]"
    >
      <div className="flex items-start gap-2.5">
        <Avatar decorative userId={by.id} picture={by.avatar} name={name} size={32} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-1.5">
            <NameButton userId={by.id} className="font-semibold">
              {name}
            </NameButton>
            <Badge tone="primary" icon={BadgeCheck}>
              Official reply
            </Badge>
          </p>
          <p className="text-faint text-xs">
            <time dateTime={at}>
              {formatDay(at)} {formatTime(at)}
            </time>
          </p>
        </div>
        <IconButton
          icon={Link2}
          size="sm"
          label="Copy link"
          onClick={() => void copyText(`${location.origin}/ideas/${idea.id}`, "Link copied")}
        />
      </div>
      <WrittenText
        className="mt-2 max-w-[64ch] text-sm leading-[22px] wrap-anywhere"
        content={idea.replyText ?? ""}
        calls={nobody}
        viewerId={viewer.id}
      />
    </section>
  );
}
