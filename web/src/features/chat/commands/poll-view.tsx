import { pollRoutes } from "@atoll/contract/chat/poll-routes";
import type { Message, Poll } from "@atoll/contract/chat/schemas";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { counted, countPeople } from "../../../lib/counted.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { useIsOffline } from "../../../lib/server/use-offline.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { reactorNames } from "../reactions/reactor-names.ts";
import { useChat } from "../session/chat-provider.tsx";
import { useChannel } from "../session/use-channels.ts";
import { chatKeys } from "../stream/api.ts";
import type { Stream } from "../stream/stream.ts";

/** The poll of a message: votes are shown as they come, and the author closes it. */
export function PollView({ message, poll }: { message: Message; poll: Poll }) {
  const { viewer, take } = useChat();
  const { queryClient } = useSignedIn();
  const isOffline = useIsOffline();
  const titleId = useId();
  const own = useOwnVote(message, poll);
  const [sending, setSending] = useState<readonly number[] | null>(null);
  const choices = sending ?? own;
  const isAuthor = message.author.id === viewer.id;
  const canVote = !poll.isClosed && !isOffline && choices !== undefined;

  async function vote(next: readonly number[]) {
    setSending(next);
    try {
      const params = { messageId: message.id };
      const answer = await call(pollRoutes.setPollVote, { params, body: { choices: [...next] } });
      queryClient.setQueryData(voteKey(message.id), [...next]);
      take(answer.message);
    } catch (error) {
      notify.error(errorMessage(error, "Failed to vote"), { id: `poll ${message.id}` });
    }
    setSending(null);
  }
  function choose(at: number, isOn: boolean) {
    const others = poll.isMultiple ? (choices ?? []).filter((choice) => choice !== at) : [];
    void vote(isOn ? [...others, at].sort((a, b) => a - b) : others);
  }
  async function close() {
    try {
      take((await call(pollRoutes.closePoll, { params: { messageId: message.id } })).message);
    } catch (error) {
      notify.error(errorMessage(error, "Failed to close the poll"));
    }
  }
  const kind = [
    poll.isMultiple ? "Choose one or more" : "Choose one",
    poll.isAnonymous ? "anonymous, results are shown when it is closed" : "names are shown",
  ].join(", ");
  return (
    <fieldset
      aria-labelledby={titleId}
      className="mt-1 flex max-w-120 flex-col gap-1.5 rounded-lg border border-strong p-3"
    >
      <p id={titleId} className="wrap-anywhere font-semibold">
        {poll.question}
      </p>
      <p className="text-faint text-xs">{poll.isClosed ? "This poll is closed" : kind}</p>
      {poll.options.map((option, at) => (
        <Option
          // Their order never changes.
          key={option.text}
          option={option}
          poll={poll}
          channelId={message.channelId}
          name={titleId}
          isChosen={choices?.includes(at) ?? false}
          disabled={!canVote || sending !== null}
          onChange={(isOn) => choose(at, isOn)}
        />
      ))}
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <span className="text-muted text-xs">{counted(poll.voterCount, "vote")}</span>
        {canVote && choices.length > 0 && !poll.isMultiple && (
          <Button size="sm" variant="ghost" disabled={sending !== null} onClick={() => void vote([])}>
            Withdraw vote
          </Button>
        )}
        {isAuthor && !poll.isClosed && (
          <Button size="sm" variant="ghost" disabled={isOffline} onClick={() => void close()}>
            Close poll
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface OptionProps {
  option: Poll["options"][number];
  poll: Poll;
  channelId: string;
  name: string;
  isChosen: boolean;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
}

function Option({ option, poll, channelId, name, isChosen, disabled, onChange }: OptionProps) {
  const { viewer } = useChat();
  const { queryClient } = useSignedIn();
  const channel = useChannel(channelId);
  const count = option.count ?? 0;
  const share = poll.voterCount === 0 ? 0 : Math.round((count / poll.voterCount) * 100);
  const stream = queryClient.getQueryData<Stream>(chatKeys.stream(channelId));
  const isNamed = !poll.isAnonymous && count > 0;
  const voters = isNamed
    ? reactorNames({ emoji: "", ...option, count }, viewer.id, { channel, stream })
    : countPeople(count);
  return (
    <label
      title={isNamed ? voters : undefined}
      className={cx(
        "relative flex min-h-9 items-center gap-2.5 overflow-hidden rounded-md border px-2.5 py-1.5 max-md:min-h-11",
        isChosen ? "border-ring" : "border-control",
        !disabled && "cursor-pointer hover:border-(--text-faint)",
      )}
    >
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-0 bg-surface-selected"
        style={{ width: `${share}%` }}
      />
      <input
        type={poll.isMultiple ? "checkbox" : "radio"}
        name={name}
        checked={isChosen}
        // Stays in reach of the keyboard while a vote is on its way.
        aria-disabled={disabled || undefined}
        onChange={(event) => !disabled && onChange(event.currentTarget.checked)}
        className="relative size-4 flex-none accent-(--primary)"
      />
      <span className="wrap-anywhere relative min-w-0 flex-1">{option.text}</span>
      {option.count !== null && (
        <span className="relative flex-none text-muted text-xs">
          <span aria-hidden="true">{count}</span>
          <span className="sr-only">
            {`, ${counted(count, "vote")}`}
            {isNamed && `: ${voters}`}
          </span>
        </span>
      )}
    </label>
  );
}

const voteKey = (messageId: string) => ["chat", "poll vote", messageId];
const freshMs = 30_000;

/**
 * Returns the viewer's own vote; undefined while it is not known. Names tell it where they are shown; otherwise it is
 * asked for when the poll is looked at.
 */
function useOwnVote({ id }: Message, poll: Poll): readonly number[] | undefined {
  const { viewer } = useChat();
  const listed = poll.options.flatMap(({ userIds }, at) => (userIds.includes(viewer.id) ? [at] : []));
  const isListed = !poll.isAnonymous && poll.options.every(({ count, userIds }) => userIds.length === count);
  const { data } = useQuery({
    queryKey: voteKey(id),
    queryFn: async ({ signal }) =>
      (await call(pollRoutes.getPollVote, { params: { messageId: id } }, { signal })).choices,
    enabled: !isListed,
    staleTime: freshMs,
    refetchOnWindowFocus: true,
  });
  return isListed ? listed : data;
}
