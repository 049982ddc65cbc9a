import { canManageChannel } from "@atoll/contract/chat/policy";
import { pollRoutes } from "@atoll/contract/chat/poll-routes";
import type { Message, Poll } from "@atoll/contract/chat/schemas";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useId, useRef, useState } from "react";
import { DialogPersonCards } from "../../../capabilities/people/card/person-card.tsx";
import { counted, countPeople } from "../../../lib/counted.ts";
import { call, errorMessage } from "../../../lib/server/api-client.ts";
import { useIsOffline } from "../../../lib/server/use-offline.ts";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { reactorsQuery } from "../reactions/api.ts";
import { reactorNames } from "../reactions/reactor-names.ts";
import { PeopleOf } from "../reactions/reactors-dialog.tsx";
import { useChat } from "../session/chat-provider.tsx";
import { useChannel } from "../session/use-channels.ts";
import { chatKeys } from "../stream/api.ts";
import type { Stream } from "../stream/stream.ts";

/** The poll of a message: votes are shown as they come, and its author or an owner of the channel closes it. */
export function PollView({ message, poll }: { message: Message; poll: Poll }) {
  const { viewer, take } = useChat();
  const { queryClient } = useSignedIn();
  const isOffline = useIsOffline();
  const titleId = useId();
  const own = useOwnVote(message, poll);
  const channel = useChannel(message.channelId);
  const [sending, setSending] = useState<readonly number[] | null>(null);
  const [isClosing, setIsClosing] = useState(false);
  const [isListing, setIsListing] = useState(false);
  const choices = sending ?? own;
  const canManage = channel !== undefined && canManageChannel(viewer, channel);
  const canClose = !poll.isClosed && (message.author.id === viewer.id || canManage);
  const canVote = !poll.isClosed && !isOffline && choices !== undefined;
  /** Votes are sent one after the other, as they were given. */
  const votes = useRef({ sent: Promise.resolve(), count: 0 });

  async function sendVote(next: readonly number[], seen: readonly number[]) {
    try {
      const params = { messageId: message.id };
      const body = { choices: [...next], seen: [...seen] };
      const answer = await call(pollRoutes.setPollVote, { params, body });
      queryClient.setQueryData(voteKey(message.id), [...next]);
      take(answer.message);
    } catch (error) {
      notify.error(errorMessage(error, "Failed to vote"), { id: `poll ${message.id}` });
      await queryClient.invalidateQueries({ queryKey: voteKey(message.id) });
    }
  }
  function vote(next: readonly number[], seen: readonly number[]) {
    setSending(next);
    votes.current.count += 1;
    votes.current.sent = votes.current.sent
      .then(() => sendVote(next, seen))
      .then(() => {
        votes.current.count -= 1;
        if (votes.current.count === 0) setSending(null);
      });
  }
  function choose(at: number) {
    if (!choices) return;
    const others = choices.filter((choice) => choice !== at);
    const isOn = others.length === choices.length;
    const kept = poll.isMultiple ? others : [];
    vote(isOn ? [...kept, at].sort((a, b) => a - b) : kept, choices);
  }
  async function close() {
    setIsClosing(false);
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
          isChosen={choices?.includes(at) ?? false}
          disabled={!canVote}
          onPress={() => choose(at)}
        />
      ))}
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <span className="text-muted text-xs">{counted(poll.voterCount, "vote")}</span>
        {canVote && choices.length > 0 && !poll.isMultiple && (
          <Button size="sm" variant="ghost" onClick={() => vote([], choices)}>
            Withdraw vote
          </Button>
        )}
        {!poll.isAnonymous && poll.voterCount > 0 && (
          <Button size="sm" variant="ghost" onClick={() => setIsListing(true)}>
            Show voters
          </Button>
        )}
        {canClose && (
          <Button size="sm" variant="ghost" disabled={isOffline} onClick={() => setIsClosing(true)}>
            Close poll
          </Button>
        )}
      </div>
      <Dialog open={isListing} onClose={() => setIsListing(false)} title="Who voted" width={420}>
        <Voters message={message} poll={poll} />
        <DialogPersonCards />
      </Dialog>
      <ConfirmDialog
        open={isClosing}
        title="Close this poll?"
        verb="Close poll"
        onClose={() => setIsClosing(false)}
        onConfirm={() => void close()}
      >
        Nobody can vote or change their vote after that. A closed poll cannot be opened again.
      </ConfirmDialog>
    </fieldset>
  );
}

/** The people who voted, by their answers. */
function Voters({ message, poll }: { message: Message; poll: Poll }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...reactorsQuery(message),
    placeholderData: keepPreviousData,
  });
  if (!data && error) return <LoadState query={{ error, isFetching, refetch }} />;
  if (!data) return <RowSkeletons label="Loading people" mark={28} rowClassName="py-1.5" />;
  return poll.options.map(({ text, userIds, count }) => (
    <section key={text} className="pb-3">
      <h3 className="wrap-anywhere font-semibold text-sm">
        {text} <span className="font-regular text-muted">{counted(count ?? 0, "vote")}</span>
      </h3>
      <PeopleOf label={`People who voted for ${text}`} userIds={userIds} count={count ?? 0} people={data} />
    </section>
  ));
}

interface OptionProps {
  option: Poll["options"][number];
  poll: Poll;
  channelId: string;
  isChosen: boolean;
  disabled: boolean;
  onPress: () => void;
}

function Option({ option, poll, channelId, isChosen, disabled, onPress }: OptionProps) {
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
    // A button: the arrow keys of radio buttons would vote for each answer on the way.
    <button
      type="button"
      aria-pressed={isChosen}
      // Stays in reach of the keyboard, so that its figures can be read.
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onPress()}
      title={isNamed ? voters : undefined}
      className={cx(
        "relative flex min-h-9 items-center gap-2.5 overflow-hidden rounded-md border px-2.5 py-1.5 text-left max-md:min-h-11",
        isChosen ? "border-ring" : "border-control",
        !disabled && "cursor-pointer hover:border-(--text-faint)",
      )}
    >
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-0 bg-surface-selected"
        style={{ width: `${share}%` }}
      />
      <span
        aria-hidden="true"
        className={cx(
          "relative grid size-4 flex-none place-items-center border",
          poll.isMultiple ? "rounded-xs" : "rounded-full",
          isChosen ? "border-primary bg-primary text-primary-contrast" : "border-control bg-surface-raised",
        )}
      >
        {isChosen && <Check size={12} />}
      </span>
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
    </button>
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
