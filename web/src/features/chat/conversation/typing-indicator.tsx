import { useCallback, useSyncExternalStore } from "react";
import { useSignedIn } from "../../../lib/use-signed-in.tsx";
import { TypingDots } from "../../../ui/progress/typing-dots.tsx";
import { typingOf } from "../session/typing.ts";

export interface TypingIndicatorProps {
  channelId: string;
  parentId?: string | null;
}

/** The people who are typing, below the messages. Its line always takes space, so that nothing moves. */
export function TypingIndicator({ channelId, parentId = null }: TypingIndicatorProps) {
  const typing = typingOf(useSignedIn());
  const read = useCallback(() => typing.names(channelId, parentId), [typing, channelId, parentId]);
  const names = useSyncExternalStore(typing.subscribe, read);
  return (
    <p role="status" className="flex h-5 flex-none items-center gap-1.5 px-4 text-muted text-xs md:px-5">
      {names.length > 0 && (
        <>
          <TypingDots />
          <span className="min-w-0 truncate">
            <Sentence names={names} />
          </span>
        </>
      )}
    </p>
  );
}

function Sentence({ names: [first = "", second, ...others] }: { names: readonly string[] }) {
  if (others.length > 0) return "Several people are typing";
  const name = (text: string) => <span className="font-semibold text-text">{text}</span>;
  if (second === undefined) return <>{name(first)} is typing</>;
  return (
    <>
      {name(first)} and {name(second)} are typing
    </>
  );
}
