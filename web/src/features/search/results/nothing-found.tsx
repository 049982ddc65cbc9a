import type { HitCount } from "@atoll/contract/search/hit-schemas";
import type { Loosened, SearchAnswer } from "@atoll/contract/search/question-schemas";
import { CircleQuestionMark, ListFilterPlus, Sparkles } from "lucide-react";
import { AddressLink } from "../../../capabilities/links/address-link.tsx";
import { formatNumber } from "../../../lib/format-number.ts";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { nothingShown, type ShownSearch } from "../data/shown.ts";

export interface NothingFoundProps {
  shown: ShownSearch;
  answer: SearchAnswer;
  onChange: (change: Partial<ShownSearch>) => void;
}

/** The fixed sentence, what was perhaps meant, and what would find more. */
export function NothingFound({ shown, answer, onChange }: NothingFoundProps) {
  const { didYouMean, loosened } = answer;
  return (
    <>
      <div className="py-4">
        <EmptyState
          drawing="search"
          title={shown.q.trim() ? `No results found for "${shown.q.trim()}"` : "No results found"}
        >
          {didYouMean && (
            <>
              Did you mean{" "}
              <button
                type="button"
                // A line of text is too low for a finger.
                className="relative rounded-xs font-semibold text-primary-text hover:underline max-md:after:absolute max-md:after:-inset-x-1 max-md:after:-inset-y-3.5"
                onClick={() => onChange({ q: didYouMean.query })}
              >
                {didYouMean.query}
              </button>
              ? That finds {counted(didYouMean)}.
            </>
          )}
        </EmptyState>
      </div>
      {loosened.length > 0 && (
        <section
          aria-label="Loosen the search"
          className="mb-3 rounded-lg border bg-surface-raised p-4 shadow-1"
        >
          <h2 className="mb-2 font-semibold text-md">Loosen the search</h2>
          <ul className="divide-y">
            {loosened.map((one) => (
              <li key={"operator" in one.without ? one.without.operator : one.without.filter}>
                <button
                  type="button"
                  className="flex min-h-10 w-full max-md:min-h-11 items-center gap-2.5 rounded-sm text-left hover:text-primary-text"
                  onClick={() => onChange(changeFor(one))}
                >
                  <ListFilterPlus className="size-4 flex-none text-faint" />
                  <span className="min-w-0 flex-1 truncate">{wordsFor(one)}</span>
                  <span className="flex-none text-faint text-xs">{counted(one)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {shown.q.trim() !== "" && <AskInstead text={shown.q.trim()} />}
    </>
  );
}

/** The ways on for a text that nothing contains: people, and what answers in other words. */
function AskInstead({ text }: { text: string }) {
  const ways = [
    {
      icon: Sparkles,
      label: `Ask AI about "${text}"`,
      address: `/ask-ai?${new URLSearchParams({ q: text })}`,
    },
    {
      icon: CircleQuestionMark,
      label: "Ask the community",
      address: `/community-faqs/ask?${new URLSearchParams({ title: text })}`,
    },
  ];
  return (
    <section aria-label="Ask instead" className="mb-3 rounded-lg border bg-surface-raised p-4 shadow-1">
      <h2 className="mb-2 font-semibold text-md">Ask instead</h2>
      <ul className="divide-y">
        {ways.map(({ icon: Icon, label, address }) => (
          <li key={label}>
            <AddressLink
              address={address}
              className="flex min-h-10 w-full max-md:min-h-11 items-center gap-2.5 rounded-sm hover:text-primary-text"
            >
              <Icon className="size-4 flex-none text-faint" />
              <span className="min-w-0 flex-1 truncate">{label}</span>
            </AddressLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "38 results"; beyond what is counted "1,000+ results". */
export function counted({ count, isMore }: HitCount): string {
  return `${formatNumber(count)}${isMore ? "+" : ""} ${count === 1 && !isMore ? "result" : "results"}`;
}

type Filter = Extract<Loosened["without"], { filter: unknown }>["filter"];

const filterWords: Readonly<Record<Filter, string>> = {
  kind: "Search all kinds",
  personId: "Search everybody's",
  channelId: "Search all channels",
  departmentId: "Search all departments",
  dates: "Search all times",
  hasFile: "Search without files, too",
};

function wordsFor({ without }: Loosened): string {
  return "operator" in without ? `Remove ${without.operator}` : filterWords[without.filter];
}

function changeFor({ without, query }: Loosened): Partial<ShownSearch> {
  return "operator" in without ? { q: query } : { [without.filter]: nothingShown[without.filter] };
}
