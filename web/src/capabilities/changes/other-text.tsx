import { Copy } from "lucide-react";
import { Button } from "../../ui/button/button.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { copyText } from "../../ui/toast/copy-text.ts";

export interface OtherTextProps {
  /** The name of the edited text in a sentence: "description". */
  what: string;
  /** The text that is stored now. */
  theirs: string;
  own: string;
  onTakeTheirs: () => void;
}

/** Shown when someone else saved a text while it was being edited: both can be copied, so neither is lost. */
export function OtherText({ what, theirs, own, onTakeTheirs }: OtherTextProps) {
  return (
    <InlineAlert tone="notice">
      <p className="font-medium">Someone else changed this {what} while you were editing. It now reads:</p>
      <section
        aria-label={`The ${what} as it is now`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        tabIndex={0}
        className="my-2 max-h-48 overflow-y-auto whitespace-pre-wrap rounded-sm bg-surface-raised px-2.5 py-2 wrap-anywhere"
      >
        {theirs === "" ? <span className="text-muted">Nothing: the text was removed.</span> : theirs}
      </section>
      <div className="flex flex-wrap gap-2">
        <Button size="xs" icon={Copy} onClick={() => copyText(theirs, "The other text copied")}>
          Copy this
        </Button>
        <Button size="xs" icon={Copy} onClick={() => copyText(own, "Your text copied")}>
          Copy mine
        </Button>
        <Button size="xs" variant="ghost" onClick={onTakeTheirs}>
          Keep this, discard mine
        </Button>
      </div>
    </InlineAlert>
  );
}
