import { ArrowDown } from "lucide-react";
import { Count } from "../../../ui/badge/count.tsx";
import { Button } from "../../../ui/button/button.tsx";

/** A button that scrolls to the newest message, with the number of messages that have arrived. */
export function JumpToLatest({ unread, onJump }: { unread: number; onJump: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Button size="sm" icon={ArrowDown} className="pointer-events-auto shadow-3" onClick={onJump}>
        Jump to latest
        {unread > 0 && <Count value={unread} tone="unread" label="new" className="ml-2" />}
      </Button>
    </div>
  );
}
