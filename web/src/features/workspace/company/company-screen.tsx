import type { SetUpStepName } from "@atoll/contract/workspace/company-schemas";
import { type ReactNode, useId, useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Skeleton } from "../../../ui/progress/skeleton.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { useSetUp } from "./api.ts";
import { CompanyForm } from "./company-form.tsx";
import { FirstChannelDialog } from "./first-channel-dialog.tsx";
import { SetUpSteps } from "./set-up-steps.tsx";

export interface CompanyScreenProps {
  /** Links to where the steps are done that are not done here. */
  renderLinks: Record<Exclude<SetUpStepName, "company" | "channel">, () => ReactNode>;
}

/** The company: how far it has moved in, its name, its colour and its logo. */
export function CompanyScreen({ renderLinks }: CompanyScreenProps) {
  const { data, error, refetch, isFetching } = useSetUp();
  const [opening, setOpening] = useState({ isOpen: false, number: 0 });
  const nameId = useId();
  if (!data) {
    if (!error) return <Loading />;
    return <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <div className="flex max-w-[860px] flex-col gap-4">
      {error && <InlineAlert tone="error">{errorMessage(error)}</InlineAlert>}
      <SetUpSteps
        renderActions={{
          ...renderLinks,
          company: () => (
            <Button onClick={() => document.getElementById(nameId)?.focus()} size="sm">
              Choose
            </Button>
          ),
          channel: () => (
            <Button
              onClick={() => setOpening(({ number }) => ({ isOpen: true, number: number + 1 }))}
              size="sm"
            >
              New channel
            </Button>
          ),
        }}
        steps={data.steps}
      />
      <CompanyForm company={data.company} nameId={nameId} />
      <FirstChannelDialog
        key={opening.number}
        onClose={() => setOpening((current) => ({ ...current, isOpen: false }))}
        open={opening.isOpen}
      />
    </div>
  );
}

function Loading() {
  return (
    <div aria-label="Loading" className="flex max-w-[860px] flex-col gap-4" role="status">
      <Skeleton height={270} />
      <Skeleton height={320} />
    </div>
  );
}
