import { chatRoutes } from "@atoll/contract/chat/routes";
import type { Message } from "@atoll/contract/chat/schemas";
import type { Hit } from "@atoll/contract/search/hit-schemas";
import { withoutMarks } from "@atoll/contract/text/without-marks";
import { useQuery } from "@tanstack/react-query";
import { authorName } from "../../capabilities/people/author-name.ts";
import { PersonAvatar } from "../../capabilities/people/person-avatar.tsx";
import { call } from "../../lib/server/api-client.ts";
import { formatTime } from "../../lib/time/format-date.ts";
import { cx } from "../../ui/base/cx.ts";
import { Marked } from "../../ui/base/marked.tsx";
import { RowSkeletons } from "../../ui/progress/row-skeletons.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";

export interface AroundMessageProps {
  messageId: string;
  /** The message with its matches. Left out: as it was written. */
  marked?: Hit["text"];
  channelId: string;
  seq: number;
}

/** So many stand before it, and after it. */
const neighbours = 2;

/** A message between its neighbours, as it was said. */
export function AroundMessage({ messageId, marked, channelId, seq }: AroundMessageProps) {
  const { data, isError } = useQuery({
    // Under the key of search: rights that change end it.
    queryKey: ["search", "around", channelId, seq],
    queryFn: ({ signal }) =>
      call(
        chatRoutes.listMessages,
        { params: { channelId }, query: { around: seq, limit: 2 * neighbours + 2 } },
        { signal },
      ),
    staleTime: 30_000,
    retry: false,
  });
  if (isError) return <InlineAlert tone="info">The surrounding messages could not be loaded.</InlineAlert>;
  if (!data) return <RowSkeletons label="Loading the surrounding messages" mark={28} rowClassName="py-2" />;
  const at = data.messages.findIndex(({ id }) => id === messageId);
  const shown = at === -1 ? [] : data.messages.slice(Math.max(0, at - neighbours), at + neighbours + 1);
  if (shown.length === 0) return <InlineAlert tone="info">This message no longer exists.</InlineAlert>;
  return (
    <ol className="overflow-hidden rounded-lg border bg-surface-raised py-2 shadow-1">
      {shown.map((message) => (
        <Said
          isMeant={message.id === messageId}
          key={message.id}
          marked={message.id === messageId ? marked : undefined}
          message={message}
        />
      ))}
    </ol>
  );
}

export interface SaidProps {
  message: Message;
  isMeant: boolean;
  marked?: Hit["text"] | undefined;
}

/** A message, highlighted if it is the one that is meant. */
export function Said({ message, isMeant, marked }: SaidProps) {
  const { author, createdAt, content, removed } = message;
  const name = authorName(author);
  return (
    <li
      className={cx(
        "flex gap-2.5 px-3.5 py-2",
        isMeant && "bg-highlight-soft shadow-[inset_2px_0_0_var(--highlight-bright)]",
      )}
    >
      <PersonAvatar person={author} decorative size={28} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-1.5">
          <span className="truncate font-semibold">{name}</span>
          <time dateTime={createdAt} className="flex-none text-faint text-xs">
            {formatTime(createdAt)}
          </time>
        </p>
        <p className="line-clamp-6 wrap-anywhere">
          {marked ? (
            <Marked {...marked} />
          ) : removed ? (
            "This message was deleted"
          ) : (
            withoutMarks(content) || "[Attachment]"
          )}
        </p>
      </div>
    </li>
  );
}
