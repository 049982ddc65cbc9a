import type { TrialAnswer } from "@atoll/contract/cards/api-schemas";
import { useState } from "react";
import { formatNumber } from "../../../lib/format-number.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";

/** The answer to a request that was tried. */
export function TrialResult({ answer }: { answer: TrialAnswer }) {
  const { status, headers, body, bytes, isWhole, durationMs } = answer;
  const [part, setPart] = useState<"body" | "headers">("body");
  return (
    <section aria-label="Answer" aria-live="polite" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={status < 400 ? "success" : "error"}>{status}</Badge>
        <span className="text-muted text-xs tabular-nums">
          {formatNumber(durationMs)} ms, {formatNumber(bytes)} B{!isWhole && ", cut here"}
        </span>
        <span className="flex-1" />
        <Segmented
          label="Part of the answer"
          value={part}
          onValueChange={setPart}
          options={[
            { value: "body", label: "Body" },
            { value: "headers", label: "Headers" },
          ]}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <pre tabIndex={0} className="max-h-72 overflow-auto rounded-md border bg-surface-sunken p-3 text-xs">
        {part === "headers"
          ? headers.map(({ name, value }) => `${name}: ${value}`).join("\n")
          : readable(body) || "The answer has no body."}
      </pre>
    </section>
  );
}

/** JSON with indents; anything else as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
