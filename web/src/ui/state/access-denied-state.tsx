import { ArrowLeft } from "lucide-react";
import { Button } from "../button/button.tsx";
import { StateBlock } from "./state-block.tsx";

export interface AccessDeniedStateProps {
  onBack: () => void;
  /** Names what is closed, where that is more than the page. */
  text?: string;
}

/** The page is not for this person: the ring is shut by a lock. Its title is the heading of the page. */
export function AccessDeniedState({
  onBack,
  text = "You don't have permission to access this page.",
}: AccessDeniedStateProps) {
  return (
    <StateBlock
      drawing={lockedRing}
      heading
      title="Access Denied"
      text={text}
      action={
        <Button size="sm" icon={ArrowLeft} onClick={onBack}>
          Go Back
        </Button>
      }
    />
  );
}

const lockedRing = (
  <>
    <path
      d="M64.8 15.2A24 24 0 1 0 71.8 35"
      className="stroke-border-strong"
      strokeWidth="7"
      strokeLinecap="round"
    />
    <path d="M41.5 31v-4.5a6.5 6.5 0 0 1 13 0V31" className="stroke-border-control" strokeWidth="1.8" />
    <rect
      x="37"
      y="30.5"
      width="22"
      height="16"
      rx="4"
      className="fill-surface-raised stroke-border-control"
      strokeWidth="1.8"
    />
    <circle cx="48" cy="38.5" r="1.8" className="fill-border-control" />
  </>
);
