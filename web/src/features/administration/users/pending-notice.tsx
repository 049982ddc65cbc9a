import { UserRoundCheck } from "lucide-react";
import { counted } from "../../../lib/counted.ts";
import { Button } from "../../../ui/button/button.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { useSummary } from "./api.ts";

/** Says how many people await approval, on whatever page of the table they are. Specification, section 4. */
export function PendingNotice({ onShow }: { onShow: () => void }) {
  const count = useSummary().data?.pendingCount ?? 0;
  if (count === 0) return null;
  return (
    <InlineAlert
      action={
        <Button onClick={onShow} size="sm">
          Show them
        </Button>
      }
      className="mb-4"
      icon={UserRoundCheck}
      tone="notice"
    >
      {counted(count, "person is", "people are")} waiting for approval and cannot sign in yet.
    </InlineAlert>
  );
}
