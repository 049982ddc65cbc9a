import type { Following, VotedSubject } from "@atoll/contract/votes/schemas";
import { useMutation } from "@tanstack/react-query";
import { Bell, BellPlus } from "lucide-react";
import { errorMessage } from "../../lib/server/api-client.ts";
import { Button } from "../../ui/button/button.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { setFollowing } from "./wire.ts";

interface FollowButtonProps {
  subject: VotedSubject;
  following: Following;
  /** The server has confirmed it: puts it into the caller's cache. */
  onChange: (following: Following) => void;
}

/** Follows a thing, or stops following it; shown at once. */
export function FollowButton({ subject, following, onChange }: FollowButtonProps) {
  const change = useMutation({
    mutationFn: (wantsToFollow: boolean) => setFollowing(subject, wantsToFollow),
    onSuccess: (answer) => onChange(answer.following),
    onError: (error) => notify.error(errorMessage(error, "Failed to change what you follow")),
  });
  const isFollowing = change.isPending ? change.variables : following.isFollowing;
  return (
    <Button
      icon={isFollowing ? Bell : BellPlus}
      aria-pressed={isFollowing}
      className={isFollowing ? "border-transparent bg-primary-soft text-primary-text" : ""}
      onClick={() => change.mutate(!isFollowing)}
    >
      {isFollowing ? "Following" : "Follow"}
    </Button>
  );
}
