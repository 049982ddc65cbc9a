import { CloudOff } from "lucide-react";
import { realtime } from "../../lib/server/socket.ts";
import { VisuallyHidden } from "../../ui/base/visually-hidden.tsx";
import { Button } from "../../ui/button/button.tsx";

const text =
  "Showing the last stored version. Messages, comments and many changes are sent when you are connected again. " +
  "A form that cannot be saved keeps what you typed: save it then.";

/**
 * Shown while offline: the page shows the data last seen, and changes wait. It covers the company's name and takes no
 * space of its own, so that the page does not move below a person who is typing when the connection is lost.
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
