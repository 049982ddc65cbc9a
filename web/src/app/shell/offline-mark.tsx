import { CloudOff } from "lucide-react";
import { realtime } from "../../lib/socket.ts";
import { VisuallyHidden } from "../../ui/base/visually-hidden.tsx";
import { Button } from "../../ui/button/button.tsx";

const text = "You see what was here last. What you write waits, and goes when the connection is back.";

/**
 * There while there is no connection: what is shown is what was seen last, and what is written waits. It lies over the
 * company's name and takes no room of its own, for the page must not move below whoever is typing when a connection goes.
 */
export function OfflineMark() {
  return (
    <div
      className="absolute inset-y-0 left-0 flex items-center gap-2 whitespace-nowrap rounded-md bg-highlight-soft py-1 pr-1 pl-2.5 text-text inset-ring-1 inset-ring-highlight-bright/55 max-md:-inset-y-1 lg:-left-2"
      title={text}
    >
      <p className="flex items-center gap-2 font-semibold" role="status">
        <CloudOff aria-hidden="true" className="size-4 text-highlight-text max-md:hidden" />
        Disconnected <VisuallyHidden>{text}</VisuallyHidden>
      </p>
      <Button onClick={realtime.retryNow} size="sm">
        Retry now
      </Button>
    </div>
  );
}
