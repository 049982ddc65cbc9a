import type { ModelSettings, ProbeResult } from "@atoll/contract/ask-ai/model-schemas";
import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleMinus, CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Skeleton } from "../../../ui/progress/skeleton.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { testModel, useModelSettings } from "./api.ts";
import { ModelForm } from "./model-form.tsx";
import { Words } from "./words-form.tsx";

const names: Readonly<Record<ProbeResult["probe"], string>> = {
  stream: "Answers",
  usage: "Usage",
  window: "Context length",
  vectors: "Vectors",
};

const looks = {
  passed: { icon: CircleCheck, tone: "text-success-text", word: "Passed" },
  warning: { icon: TriangleAlert, tone: "text-warning-text", word: "Warning" },
  failed: { icon: CircleX, tone: "text-danger-text", word: "Failed" },
  skipped: { icon: CircleMinus, tone: "text-faint", word: "Skipped" },
} as const;

/** Tries the model that is stored. */
function ModelTest({ settings }: { settings: ModelSettings }) {
  const test = useMutation({ mutationFn: testModel });
  const isSet = settings.address !== "" && settings.chatModel !== "";
  return (
    <Card title="Test">
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">
          Tries the saved settings: whether answers are streamed and counted, whether the start of a long
          prompt is read, and the width of vectors. It can take minutes on a slow machine.
        </p>
        {test.error && (
          <InlineAlert tone="error" className="self-stretch">
            {errorMessage(test.error)}
          </InlineAlert>
        )}
        {test.data && (
          <ul className="flex flex-col gap-2" aria-label="Results of the test">
            {test.data.results.map(({ probe, state, text }) => {
              const { icon: Icon, tone, word } = looks[state];
              return (
                <li key={probe} className="flex items-start gap-2">
                  <Icon className={cx("mt-0.5 size-4 flex-none", tone)} aria-label={word} role="img" />
                  <span>
                    <span className="font-semibold">{names[probe]}.</span> {text}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
        <Button disabled={!isSet} loading={test.isPending} onClick={() => test.mutate()}>
          Test the model
        </Button>
        {!isSet && <p className="text-faint text-xs">Save an address and a model for answers first.</p>}
      </div>
    </Card>
  );
}

export interface ModelScreenProps {
  /** The link to the usage page. */
  usageLink: ReactNode;
}

/** The language model of Ask AI: how it is reached, whether it works, and how long questions are kept. */
export function ModelScreen({ usageLink }: ModelScreenProps) {
  const { data, error, refetch, isFetching } = useModelSettings();
  if (!data) {
    if (error) return <LoadState query={{ error, isFetching, refetch }} />;
    return (
      <div aria-label="Loading" className="flex max-w-[760px] flex-col gap-4" role="status">
        <Skeleton height={420} />
        <Skeleton height={140} />
      </div>
    );
  }
  return (
    <div className="flex max-w-[760px] flex-col gap-4">
      {error && <InlineAlert tone="error">{errorMessage(error)}</InlineAlert>}
      <ModelForm settings={data} />
      <ModelTest settings={data} />
      <Words />
      {usageLink}
    </div>
  );
}
