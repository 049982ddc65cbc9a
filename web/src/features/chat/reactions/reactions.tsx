import type { Message, Reaction } from "@atoll/contract/chat/schemas";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { Tooltip } from "../../../ui/popup/tooltip.tsx";
import { useChat } from "../session/chat-provider.tsx";
import { AddReaction } from "./add-reaction.tsx";
import { reactorsQuery } from "./api.ts";
import { reactorNames } from "./reactor-names.ts";
import { useReactions, useToggleReaction } from "./use-toggle-reaction.ts";

/** The reactions below a message. The viewer's own stand out. */
export function Reactions({ message }: { message: Message }) {
  const reactions = useReactions(message);
  return reactions.length > 0 && <Chips message={message} reactions={reactions} />;
}

/** Most messages have none, and ask for nothing. */
function Chips({ message, reactions }: { message: Message; reactions: readonly Reaction[] }) {
  const { viewer, channels, streams } = useChat();
  const toggle = useToggleReaction(message);
  const [isAsked, setIsAsked] = useState(false);
  const { data: people } = useQuery({ ...reactorsQuery(message), enabled: isAsked });
  const known = { channel: channels.find(message.channelId), stream: streams.get(message.channelId), people };
  const ask = () => setIsAsked(true);
  return (
    <div className="mt-1 mb-0.5 flex flex-wrap gap-1 max-md:gap-2">
      {reactions.map((reaction) => {
        const isOwn = reaction.userIds.includes(viewer.id);
        const names = reactorNames(reaction, viewer.id, known);
        return (
          <Tooltip key={reaction.emoji} label={names} describes>
            <button
              type="button"
              aria-pressed={isOwn}
              onClick={() => toggle(reaction.emoji)}
              onPointerEnter={ask}
              onFocus={ask}
              className={cx(chip, isOwn ? "bg-primary-soft text-primary-text inset-ring-primary/45" : others)}
            >
              <span className="text-xs/4">{reaction.emoji}</span>
              {reaction.count}
            </button>
          </Tooltip>
        );
      })}
      <AddReaction
        message={message}
        className="h-[22px]! w-auto! rounded-full px-1.5 inset-ring inset-ring-border max-md:h-9! max-md:w-11!"
      />
    </div>
  );
}

const chip =
  "touch-reach relative inline-flex h-[22px] items-center justify-center gap-[5px] rounded-full pr-2 pl-1.5 " +
  "font-semibold text-2xs inset-ring max-md:h-9 max-md:min-w-11";
const others = "bg-surface-raised text-muted inset-ring-(--border-strong) hover:bg-surface-hover";
