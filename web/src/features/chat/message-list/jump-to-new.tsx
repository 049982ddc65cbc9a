import { ArrowUp } from "lucide-react";
import { Button } from "../../../ui/button/button.tsx";

/** The way up to where reading was left off. */
export function JumpToNew({ onJump }: { onJump: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-2 flex justify-center">
      <Button size="sm" icon={ArrowUp} className="pointer-events-auto shadow-3" onClick={onJump}>
        Jump to first unread
      </Button>
    </div>
  );
}
