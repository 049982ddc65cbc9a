import type { AdminUser, ExplanationStep } from "@atoll/contract/administration/schemas";
import { permissions } from "@atoll/contract/permission-list";
import { permissionSentence } from "@atoll/contract/permission-sentence";
import { Ban, Check, KeyRound, Link2, Minus, Scale, Shield, User, Users } from "lucide-react";
import type { ReactNode } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { VisuallyHidden } from "../../../ui/base/visually-hidden.tsx";
import { Button } from "../../../ui/button/button.tsx";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { Skeleton, SkeletonGroup } from "../../../ui/progress/skeleton.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useUser } from "../users/api.ts";
import { useExplanation } from "./api.ts";
import { PersonCard } from "./person-card.tsx";
import type { AskablePage, WhyQuestion } from "./question.ts";
import { QuestionForm } from "./question-form.tsx";

/** The links of the chain from the account to the answer; a line joins them. */
function ExplanationChain({ steps }: { steps: readonly ExplanationStep[] }) {
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

export interface WhyScreenProps {
  question: WhyQuestion;
  /** The question is part of the page's address, so that it can be shared. */
  onAsk: (question: WhyQuestion) => void;
  pages: readonly AskablePage[];
  /** As they are called now. */
  departments: readonly { slug: string; name: string }[];
  /** Puts the page's buttons in their place. */
  renderActions: (buttons: ReactNode) => ReactNode;
}

/** Why a person can, or cannot, open a page or use a permission: the chain that decides it. */
export function WhyScreen({ question, onAsk, pages, departments, renderActions }: WhyScreenProps) {
  const account = useUser(question.user);
  const explanation = useExplanation(question);
  const isAsked = question.user !== undefined && (question.path ?? question.permission) !== undefined;
  return (
    <div className="flex flex-col gap-4">
      {isAsked &&
        renderActions(
          <Button icon={Link2} onClick={() => void copyLink()}>
            Copy link
          </Button>,
        )}
      <QuestionForm {...{ question, onAsk, pages, departments }} person={account.data} />
      {account.error && <InlineAlert tone="error">{errorMessage(account.error)}</InlineAlert>}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <section
          aria-label="Answer"
          aria-live="polite"
          className="min-w-0 rounded-lg border bg-surface-raised shadow-1"
        >
          {!isAsked ? (
            <EmptyState title="Choose a person and what to ask about" drawing="search">
              The answer shows every step that lets them in or turns them away.
            </EmptyState>
          ) : explanation.data ? (
            <>
              <Verdict
                isAllowed={explanation.data.isAllowed}
                name={account.data?.name ?? "This person"}
                question={question}
                pages={pages}
                departments={departments}
              />
              <div className="p-4">
                <ExplanationChain steps={explanation.data.steps} />
              </div>
            </>
          ) : explanation.error ? (
            <LoadState query={explanation} />
          ) : (
            <ChainSkeleton />
          )}
        </section>
        {account.data && <PersonCard person={account.data} />}
      </div>
    </div>
  );
}

interface VerdictProps {
  isAllowed: boolean;
  name: AdminUser["name"];
  question: WhyQuestion;
  pages: readonly AskablePage[];
  departments: WhyScreenProps["departments"];
}

function Verdict({ isAllowed, name, question: { path, permission }, pages, departments }: VerdictProps) {
  const page = pages.find((one) => one.path === path)?.label ?? path;
  const asked = permissions.find(({ resource, action }) => `${resource}:${action}` === permission);
  const sentence = asked && permissionSentence(asked, departments).replace(/\.$/, "");
  return (
    <header className="flex flex-wrap items-center gap-3 border-b px-4 py-3">
      <Badge tone={isAllowed ? "success" : "error"} icon={isAllowed ? Check : Ban}>
        {isAllowed ? "Allowed" : "Denied"}
      </Badge>
      <p className="min-w-0 flex-1">
        <b className="font-semibold">{name}</b> {isAllowed ? "can" : "cannot"}{" "}
        {path === undefined ? "use the permission" : "open"}{" "}
        <b className="font-semibold">{path === undefined ? `“${sentence ?? permission}”` : page}</b>.
      </p>
    </header>
  );
}

function ChainSkeleton() {
  return (
    <SkeletonGroup label="Looking for the reasons" className="flex flex-col gap-2.5 p-4">
      {[62, 48, 70].map((width) => (
        <div key={width} className="flex h-[58px] items-center gap-4 rounded-md border px-4">
          <Skeleton width={32} height={32} />
          <Skeleton width={`${width}%`} />
        </div>
      ))}
    </SkeletonGroup>
  );
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    notify.success("Link copied");
  } catch {
    notify.error("The link could not be copied. Copy it from the address bar.");
  }
}
