import { RotateCw } from "lucide-react";
import { Button } from "../button/button.tsx";
import { StateBlock } from "./state-block.tsx";

export interface ErrorStateProps {
  /** The message of the failure; 'An error occurred' when there is none. */
  message?: string;
  onRetry?: () => void;
  retrying?: boolean;
  /** Another verb, where trying again means more than asking once more. */
  retryLabel?: string;
}

/** A part of the page that could not be loaded, and the way to try it again. */
export function ErrorState({ message, onRetry, retrying, retryLabel = "Try Again" }: ErrorStateProps) {
  return (
    <StateBlock
      role="alert"
      drawing={brokenTide}
      title="Something went wrong"
      text={message || "An error occurred"}
      action={
        onRetry && (
          <Button size="sm" icon={RotateCw} loading={retrying} onClick={onRetry}>
            {retryLabel}
          </Button>
        )
      }
    />
  );
}

const brokenTide = (
  <>
    <g className="stroke-border-control" strokeWidth="1.5">
      <path d="M6 46q9-7 18 0t18 0" />
      <path d="M54 46q9-7 18 0t18 0" />
      <path d="m42.5 40 3.5 4.5M54 39.5l-3.5 5" strokeLinecap="round" />
    </g>
    <path d="M48 10v14M48 31v.1" className="stroke-danger" strokeWidth="3.4" strokeLinecap="round" />
  </>
);
