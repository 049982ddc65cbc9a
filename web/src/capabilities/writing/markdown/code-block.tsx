import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "../../../ui/button/icon-button.tsx";

const thanksMs = 2000;

/** Code as it was written, coloured where it says in what language it is, and a button that copies it. */
export function CodeBlock({ text, language }: { text: string; language: string | null }) {
  const colours = useColours(language !== null);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), thanksMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    // The button lies in what scrolls: who has no mouse scrolls from there.
    <div className="group/code my-1.5 flex items-start overflow-x-auto rounded-md bg-surface-sunken inset-ring inset-ring-border">
      <pre dir="ltr" className="min-w-max flex-1 py-2 pr-2 pl-3 font-mono text-xs/5">
        <code>{colours && language ? <colours.ColouredCode text={text} language={language} /> : text}</code>
      </pre>
      <IconButton
        label={isCopied ? "Copied" : "Copy code"}
        icon={isCopied ? Check : Copy}
        size="xs"
        className="sticky! top-1 right-1 mt-1 shrink-0 bg-surface-raised"
        onClick={() => void copy(text).then(setIsCopied)}
      />
    </div>
  );
}

type Colours = typeof import("./coloured-code.tsx");
let held: Colours | undefined;

/** Loads the highlighter, which is large, with the first block that names a language: most people never see one. */
function useColours(isWanted: boolean): Colours | undefined {
  const [colours, setColours] = useState(held);
  useEffect(() => {
    if (!isWanted || colours) return undefined;
    let isMounted = true;
    import("./coloured-code.tsx").then(
      (loaded) => {
        held = loaded;
        if (isMounted) setColours(loaded);
      },
      // Without a connection it stays as it was written.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [isWanted, colours]);
  return isWanted ? colours : undefined;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
