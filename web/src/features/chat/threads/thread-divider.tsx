import { useMutation } from "@tanstack/react-query";
import { counted } from "../../../lib/counted.ts";
import { Button } from "../../../ui/button/button.tsx";
import { useChat } from "../session/chat-provider.tsx";

export interface ThreadDividerProps {
  threadId: string;
  count: number;
  /** Older replies can be loaded. */
  hasMore: boolean;
}

/** Between a message and its replies: how many there are, and the way to those before the ones shown. */
export function ThreadDivider({ threadId, count, hasMore }: ThreadDividerProps) {
  const { threads } = useChat();
  const older = useMutation({ mutationFn: () => threads.loadOlder(threadId) });
  return (
    <div className="flex flex-wrap items-center gap-2.5 px-4 py-2 md:px-5">
      <span className="text-muted text-xs">{count === 0 ? "No replies yet" : counted(count, "reply")}</span>
      <span className="h-px flex-1 bg-border" />
      {older.isError && (
        <span role="alert" className="text-danger-text text-xs">
          Failed to fetch messages
        </span>
      )}
      {hasMore && (
        <Button size="xs" loading={older.isPending} onClick={() => older.mutate()}>
          {older.isError ? "Try Again" : "Show earlier replies"}
        </Button>
      )}
    </div>
  );
}
