import { formatNumber } from "../../lib/format-number.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { formatTime } from "../../lib/time/format-date.ts";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import type { useChainCheck } from "./use-chain-check.ts";

/** The result of checking the chain, in words. */
export function ChainAlert({ chain }: { chain: ReturnType<typeof useChainCheck> }) {
  if (chain.error) return <InlineAlert tone="error">{errorMessage(chain.error)}</InlineAlert>;
  if (!chain.data) return null;
  const { count, firstBroken, checkedAt } = chain.data;
  if (firstBroken !== null) {
    return (
      <InlineAlert tone="error" onDismiss={chain.reset}>
        <b className="font-semibold">The chain is broken at entry {firstBroken}.</b> It does not fit the entry
        before it: entries from there on may have been changed or removed behind Atoll’s back.
      </InlineAlert>
    );
  }
  return (
    <InlineAlert tone="success" onDismiss={chain.reset}>
      Chain intact, checked {formatTime(checkedAt)}:{" "}
      {count === 1 ? "the only entry is" : `all ${formatNumber(count)} entries are`} as they were written.
    </InlineAlert>
  );
}
