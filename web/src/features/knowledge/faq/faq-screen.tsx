import type { FaqAnswer } from "@atoll/contract/knowledge/faq-schemas";
import { canWriteKnowledge } from "@atoll/contract/knowledge/policy";
import { CircleQuestionMark, Clock } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { AsOf } from "../../../capabilities/offline/seen/as-of.tsx";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { useNow } from "../../../lib/time/use-now.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { Count } from "../../../ui/badge/count.tsx";
import { cx } from "../../../ui/base/cx.ts";
import { SearchField } from "../../../ui/field/search-field.tsx";
import { useFilterText } from "../../../ui/field/use-filter-text.ts";
import type { IconType } from "../../../ui/icon/icon-type.ts";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { noteMissedSearch } from "../data/api.ts";
import { keys } from "../data/keys.ts";
import { useFaq } from "../data/queries.ts";
import type { AskLink } from "../shared/ask-link.ts";
import { FaqEntry } from "./faq-entry.tsx";
import { closeAnswers, countCategories, type FaqView, filterAnswers, isInView } from "./filter-answers.ts";

interface FaqScreenProps {
  ask: AskLink;
  /** An answer that the address opens. */
  openId: string | undefined;
  onEdit: (answer: FaqAnswer) => void;
  view: FaqView;
  /** The words of the filter in the address. */
  words: string;
  onShow: (change: { view?: FaqView; words?: string }) => void;
  /** The menu of saved views. */
  views: ReactNode;
  /** The next step where there are no answers. */
  start: ReactNode;
}

const settledMs = 1500;

/** The FAQ: categories, an instant filter, and answers that open in place. */
export function FaqScreen({ ask, openId, onEdit, view, words, onShow, views, start }: FaqScreenProps) {
  const { data, error, isFetching, refetch } = useFaq();
  const now = useNow();
  const [text, setText] = useFilterText(words, (next) => onShow({ words: next }));
  if (!data)
    return error ? (
      <LoadState query={{ error, isFetching, refetch }} failure="Failed to load the FAQ" />
    ) : (
      <RowSkeletons label="Loading the FAQ" mark={16} rowClassName="py-3" />
    );
  const shown = filterAnswers(data, view, text, now);
  return (
    <div className="grid grid-cols-[208px_minmax(0,1fr)] gap-6 max-lg:grid-cols-1 max-lg:gap-3">
      <Views answers={data} view={view} onChange={(next) => onShow({ view: next })} now={now} />
      <div className="flex min-w-0 flex-col gap-3">
        <AsOf queryKey={keys.faq} />
        <div className="flex items-center gap-2 max-md:flex-wrap">
          {views}
          <SearchField
            className="h-10! min-w-0 flex-1 max-md:basis-full"
            label="Filter answers"
            value={text}
            maxLength={200}
            note={text.trim() === "" ? undefined : `${shown.length} of ${data.length}`}
            onTextChange={setText}
          />
        </div>
        <p className="sr-only" role="status">
          {text.trim() === "" ? "" : `${shown.length} of ${data.length} answers`}
        </p>
        {shown.length > 0 ? (
          <Answers answers={shown} text={text} openId={openId} onEdit={onEdit} />
        ) : (
          <Nothing answers={data} text={text} {...{ ask, start }} onEdit={onEdit} />
        )}
        {shown.length > 0 && (
          <p className="flex items-center gap-3 rounded-lg bg-surface-sunken px-4 py-3 text-muted">
            <CircleQuestionMark aria-hidden="true" className="size-4 flex-none" />
            <span className="min-w-0 flex-1">Not what you were looking for? Ask the community.</span>
            {ask(text.trim())}
          </p>
        )}
      </div>
    </div>
  );
}

function Answers({
  answers,
  text,
  openId,
  onEdit,
}: {
  answers: readonly FaqAnswer[];
  text: string;
  openId?: string | undefined;
  onEdit: (answer: FaqAnswer) => void;
}) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(openId === undefined ? [] : [openId]));
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (openId !== undefined)
      document.getElementById(`answer-${openId}`)?.scrollIntoView({ block: "nearest" });
  }, [openId]);
  /** Arrows move between the questions. */
  function step(by: number) {
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>("[data-question]") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[Math.max(0, Math.min(buttons.length - 1, at + by))]?.focus();
  }
  return (
    <ul
      ref={list}
      className="rounded-lg border bg-surface-raised shadow-1"
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
        if (!(event.target instanceof HTMLElement) || event.target.dataset.question === undefined) return;
        event.preventDefault();
        step(event.key === "ArrowDown" ? 1 : -1);
      }}
    >
      {answers.map((answer) => (
        <li key={answer.id} id={`answer-${answer.id}`} className="not-first:border-t">
          <FaqEntry
            answer={answer}
            text={text}
            isOpen={open.has(answer.id)}
            onToggle={() => {
              const next = new Set(open);
              if (!next.delete(answer.id)) next.add(answer.id);
              setOpen(next);
            }}
            onEdit={() => onEdit(answer)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Nothing fits: what is close, how many others looked for it, and the way to ask. */
function Nothing({
  answers,
  text,
  ask,
  start,
  onEdit,
}: Pick<FaqScreenProps, "ask" | "start"> & {
  answers: readonly FaqAnswer[];
  text: string;
  onEdit: (answer: FaqAnswer) => void;
}) {
  const viewer = useViewer();
  const words = text.trim();
  const settled = useDebounced(words, settledMs);
  const [people, setPeople] = useState<number | null>(null);
  useEffect(() => {
    setPeople(null);
    if (settled.length >= 2)
      noteMissedSearch(settled)
        .then(setPeople)
        .catch(() => undefined);
  }, [settled]);
  const close = words === "" ? [] : closeAnswers(answers, words, 3);
  if (words === "")
    return (
      <div className="rounded-lg border bg-surface-raised py-10">
        <EmptyState title="No answers here yet" action={start}>
          {!canWriteKnowledge(viewer) && "Answers appear here once they are published."}
        </EmptyState>
      </div>
    );
  return (
    <>
      <div className="rounded-lg border bg-surface-raised py-10">
        <EmptyState title={`No answers match “${words}”`} drawing="search" action={ask(words)}>
          {people === null ? undefined : `${people} people searched for this recently.`}
        </EmptyState>
      </div>
      {close.length > 0 && (
        <section className="flex flex-col gap-2">
          <h2 className="font-semibold text-sm">Close to it</h2>
          <Answers answers={close} text={words} onEdit={onEdit} />
        </section>
      )}
    </>
  );
}

function Views({
  answers,
  view,
  onChange,
  now,
}: {
  answers: readonly FaqAnswer[];
  view: FaqView;
  onChange: (view: FaqView) => void;
  now: Date;
}) {
  const count = (of: FaqView) => answers.filter((answer) => isInView(answer, of, now)).length;
  const own = [
    { of: { kind: "stale" } as const, label: "Needs review", icon: Clock },
    { of: { kind: "community" } as const, label: "From the community", icon: CircleQuestionMark },
  ].filter(({ of }) => count(of) > 0);
  return (
    <nav aria-label="Categories">
      <ul className="flex flex-col gap-0.5 max-lg:flex-row max-lg:scroll-row">
        <ViewRow
          label="All answers"
          count={answers.length}
          isOn={view.kind === "all"}
          onClick={() => onChange({ kind: "all" })}
        />
        {countCategories(answers).map(({ name, count: held }) => (
          <ViewRow
            key={name}
            label={name}
            count={held}
            isOn={view.kind === "category" && view.name === name}
            onClick={() => onChange({ kind: "category", name })}
          />
        ))}
        {own.length > 0 && <li aria-hidden="true" className="my-3 border-t max-lg:hidden" />}
        {own.map(({ of, label, icon }) => (
          <ViewRow
            key={label}
            label={label}
            icon={icon}
            count={count(of)}
            isOn={view.kind === of.kind}
            onClick={() => onChange(of)}
          />
        ))}
      </ul>
    </nav>
  );
}

function ViewRow({
  label,
  icon: Icon,
  count,
  isOn,
  onClick,
}: {
  label: string;
  icon?: IconType;
  count: number;
  isOn: boolean;
  onClick: () => void;
}) {
  return (
    <li className="max-lg:flex-none">
      <button
        type="button"
        aria-current={isOn ? "true" : undefined}
        onClick={onClick}
        className={cx(
          "flex h-8 w-full items-center gap-2 rounded-sm px-2 text-left max-lg:h-9",
          isOn ? "bg-surface-selected font-semibold" : "text-muted hover:bg-surface-hover",
        )}
      >
        {Icon && <Icon className="size-3.5 flex-none" />}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <Count value={count} max={999} />
      </button>
    </li>
  );
}
