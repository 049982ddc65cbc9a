import { nudgePauseHours } from "@atoll/contract/onboarding/limits";
import type { Onboarding } from "@atoll/contract/onboarding/schemas";
import { useMutation } from "@tanstack/react-query";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useNow } from "../../../lib/time/use-now.ts";
import { Button } from "../../../ui/button/button.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { nudge } from "../data/api.ts";
import { useKeepOnboarding } from "../data/queries.ts";

/** Reminds somebody who is behind, once a day. */
export function NudgeButton({ onboarding }: { onboarding: Onboarding }) {
  const now = useNow();
  const keep = useKeepOnboarding();
  const name = authorName(onboarding.person);
  const nudging = useMutation({
    mutationFn: () => nudge(onboarding.id),
    onSuccess(answer) {
      keep(answer);
      notify.success(`${name} is reminded`);
    },
    onError: (error) => void notify.error(errorMessage(error, "Failed to send the reminder")),
  });
  const { nudgedAt } = onboarding;
  if (nudgedAt !== null && now.getTime() - Date.parse(nudgedAt) < nudgePauseHours * 3_600_000)
    return <span className="self-center text-muted text-xs">Reminded</span>;
  return (
    <Button
      size="sm"
      loading={nudging.isPending}
      aria-label={`Nudge ${name}`}
      onClick={() => nudging.mutate()}
    >
      Nudge
    </Button>
  );
}
