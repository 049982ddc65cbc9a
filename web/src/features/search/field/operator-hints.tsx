import { Fragment } from "react";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { dayOf } from "../../../lib/time/wall-clock.ts";
import { cx } from "../../../ui/base/cx.ts";
import { buttonClass } from "../../../ui/button/button-class.ts";
import { Popover } from "../../../ui/popup/popover.tsx";
import { operatorsOf } from "../data/split-query.ts";

export interface OperatorHintsProps {
  onAdd: (operator: string) => void;
  /** A channel of the viewer, for the example of someone who is in no department. */
  channelName: string | undefined;
}

/** One line of what narrows a search down; a press puts one into the field. All of them are explained behind a link. */
export function OperatorHints({ onAdd, channelName }: OperatorHintsProps) {
  const { departments } = useViewer();
  const operators = operatorsOf(departments[0]?.name ?? channelName, dayOf(new Date()));
  return (
    <div className="mt-2 mb-3 flex items-center gap-1.5 text-faint text-xs max-md:mt-0 max-md:mb-1">
      <span className="flex-none max-md:hidden">Narrow with</span>
      <ul
        aria-label="Narrow with" // What is cut off fades away; the room at the end lets the last one stand clear of it.
        className="mask-r-from-[calc(100%-24px)] flex min-w-0 flex-1 gap-1.5 scroll-row py-0.5 pr-6 max-md:py-3"
      >
        {operators.map(({ example, written }) => (
          <li key={example} className="flex-none">
            <button
              type="button"
              aria-label={`Add ${example}`}
              className="relative rounded-xs border bg-surface-sunken px-1.5 text-muted text-xs/[18px] max-md:after:absolute max-md:after:inset-x-0 max-md:after:-inset-y-3 hover:bg-surface-hover hover:text-text"
              onClick={() => onAdd(written)}
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
      <Popover
        label="All operators"
        align="end"
        className="w-[min(420px,calc(100vw-32px))]"
        trigger={
          <button
            type="button"
            className={cx(buttonClass({ variant: "ghost", size: "xs" }), "flex-none text-primary-text")}
          >
            All operators
          </button>
        }
      >
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
          {operators.map(({ example, does }) => (
            <Fragment key={example}>
              <dt className="font-mono text-xs">{example}</dt>
              <dd className="text-muted text-xs">{does}</dd>
            </Fragment>
          ))}
        </dl>
        <p className="mt-3 text-muted text-xs">
          Put a name of several words in quotes: from:"jane doe". Words match by their beginning, without
          accents, and in other forms.
        </p>
      </Popover>
    </div>
  );
}
