import type { ReactNode } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Skeleton } from "../../../ui/progress/skeleton.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { useModelSettings } from "./api.ts";
import { ModelForm } from "./model-form.tsx";
import { ModelTest } from "./model-test.tsx";
import { Words } from "./words-form.tsx";

export interface ModelScreenProps {
  /** The link to the usage page. */
  usageLink: ReactNode;
}

/** The language model of Ask AI: how it is reached, whether it works, and how long questions are kept. */
export function ModelScreen({ usageLink }: ModelScreenProps) {
  const { data, error, refetch, isFetching } = useModelSettings();
  if (!data) {
    if (error)
      return (
        <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} retrying={isFetching} />
      );
    return (
      <div aria-label="Loading" className="flex max-w-[860px] flex-col gap-4" role="status">
        <Skeleton height={420} />
        <Skeleton height={140} />
      </div>
    );
  }
  return (
    <div className="flex max-w-[860px] flex-col gap-4">
      {error && <InlineAlert tone="error">{errorMessage(error)}</InlineAlert>}
      <ModelForm settings={data} />
      <ModelTest settings={data} />
      <Words />
      {usageLink}
    </div>
  );
}
