import type { Hit } from "@atoll/contract/search/hit-schemas";
import { TriangleAlert } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { type Block, type Inline, type Line, readAnswer } from "./answer-blocks.ts";
import { SourceNumber } from "./source-card.tsx";

export interface AnswerTextProps {
  text: string;
  passages: readonly Hit[];
  nameOf: (hit: Hit) => string;
  onShowSource: (number: number) => void;
}

/** The text of a model as plain text. Only the numbers of its sources are links. */
export function AnswerText({ text, passages, nameOf, onShowSource }: AnswerTextProps) {
  const showLine = ({ parts }: Line) => parts.map((part) => <Fragment key={part.at}>{show(part)}</Fragment>);
  function show(part: Inline): ReactNode {
    switch (part.kind) {
      case "text":
        return part.text;
      case "strong":
        return <strong>{part.text}</strong>;
      case "code":
        return <code className="rounded-xs bg-surface-sunken px-1 text-[0.92em]">{part.text}</code>;
      case "unsupported":
        return <Unsupported />;
      case "source": {
        const hit = passages[part.number - 1];
        return hit && <CitedSource number={part.number} name={nameOf(hit)} onShow={onShowSource} />;
      }
    }
  }
  return (
    <div className="flex flex-col gap-3 text-[15px]/[1.6] wrap-anywhere">
      {readAnswer(text).map((block) => (
        <AnswerBlock key={block.at} block={block} showLine={showLine} />
      ))}
    </div>
  );
}

function AnswerBlock({ block, showLine }: { block: Block; showLine: (line: Line) => ReactNode }) {
  if (block.kind === "code")
    return (
      <pre className="whitespace-pre-wrap rounded-md border bg-surface-sunken px-3.5 py-2.5 font-mono text-xs/5">
        {block.text}
      </pre>
    );
  if (block.kind === "paragraph")
    return (
      <p>
        {block.lines.map((line, place) => (
          <Fragment key={line.at}>
            {place > 0 && <br />}
            {showLine(line)}
          </Fragment>
        ))}
      </p>
    );
  const items = block.items.map((item) => (
    <li key={item.at} className="pl-1.5 marker:font-semibold marker:text-primary-text">
      {showLine(item)}
    </li>
  ));
  return block.isOrdered ? (
    <ol className="list-decimal pl-5" start={block.start}>
      {items}
    </ol>
  ) : (
    <ul className="list-disc pl-5">{items}</ul>
  );
}

/** A number that leads to its source. */
export function CitedSource({
  number,
  name,
  onShow,
}: {
  number: number;
  name: string;
  onShow: (number: number) => void;
}) {
  return (
    <button
      type="button"
      aria-label={`Source ${number}: ${name}`}
      className="touch-reach relative mx-0.5 inline-grid rounded-full align-middle"
      onClick={() => onShow(number)}
    >
      <SourceNumber number={number} />
    </button>
  );
}

const unsupportedText = "Check this sentence: its source does not have its names, numbers or words";

function Unsupported() {
  return (
    <span
      role="img"
      aria-label={unsupportedText}
      title={unsupportedText}
      className="mx-0.5 inline-grid size-5 place-items-center rounded-full bg-highlight-soft align-middle text-highlight-text"
    >
      <TriangleAlert className="size-3" aria-hidden="true" />
    </span>
  );
}
