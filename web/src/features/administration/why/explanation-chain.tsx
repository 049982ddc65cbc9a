import type { ExplanationStep } from "@atoll/contract/administration/schemas";
import { Ban, Check, KeyRound, Minus, Scale, Shield, User, Users } from "lucide-react";
import { cx } from "../../../ui/base/cx.ts";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";

/** The links of the chain from the account to the answer; a line joins them. */
export function ExplanationChain({ steps }: { steps: readonly ExplanationStep[] }) {
  return (
    <ol aria-label="Steps" className="flex flex-col">
      {steps.map((step, index) => (
        <li key={`${step.kind} ${step.text}`} className="flex flex-col">
          {index > 0 && (
            <span
              aria-hidden="true"
              className={cx(
                "ml-[31px] h-2.5 w-0.5",
                step.outcome === "denies" ? "bg-danger" : "bg-primary-bright",
              )}
            />
          )}
          <Step {...step} />
        </li>
      ))}
    </ol>
  );
}

function Step({ kind, outcome, text }: ExplanationStep) {
  const { icon: KindIcon, label } = kinds[kind];
  const { icon: Mark, label: word, tile, mark } = outcomes[outcome];
  return (
    <div
      className={cx(
        "flex items-center gap-4 rounded-md border px-4 py-2.5",
        outcome === "neutral" ? "bg-surface" : "bg-surface-raised",
      )}
    >
      <span className={cx("grid size-8 flex-none place-items-center rounded-md", tile)}>
        <KindIcon className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-faint text-xs">{label}</span>
        <span className={cx("block", outcome === "neutral" ? "text-muted" : "font-medium")}>{text}</span>
      </span>
      <Mark className={cx("size-4 stroke-2", mark)} />
      <VisuallyHidden>{word}</VisuallyHidden>
    </div>
  );
}

const kinds: Record<ExplanationStep["kind"], { icon: IconType; label: string }> = {
  account: { icon: User, label: "Account" },
  role: { icon: Shield, label: "Role" },
  permission: { icon: KeyRound, label: "Permission" },
  membership: { icon: Users, label: "Membership" },
  rule: { icon: Scale, label: "Rule" },
};

interface OutcomeLook {
  icon: IconType;
  /** For assistive tech. */
  label: string;
  tile: string;
  mark: string;
}

const outcomes: Record<ExplanationStep["outcome"], OutcomeLook> = {
  grants: {
    icon: Check,
    label: "This grants it.",
    tile: "bg-primary-soft text-primary-text",
    mark: "text-success-text",
  },
  denies: {
    icon: Ban,
    label: "This denies it.",
    tile: "bg-danger-soft text-danger-text",
    mark: "text-danger-text",
  },
  neutral: {
    icon: Minus,
    label: "This decides nothing.",
    tile: "bg-surface-sunken text-muted",
    mark: "text-faint",
  },
};
