import { CloudOff } from "lucide-react";
import { realtime } from "../../lib/socket.ts";
import { Button } from "../../ui/button/button.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";

/** Above everything while there is no connection: what is shown is what was seen last, and what is written waits. */
export function OfflineBar() {
  return (
    <InlineAlert
      action={
        <Button className="-my-1 flex-none" onClick={realtime.retryNow} size="sm">
          Retry now
        </Button>
      }
      className="mx-2 mt-2 flex-none"
      icon={CloudOff}
      tone="notice"
    >
      <span className="font-semibold">Disconnected.</span> You see what was here last. What you write waits,
      and goes when the connection is back.
    </InlineAlert>
  );
}
