import {
  type ArticleKind,
  articleSummaryMaxLength,
  articleTitleMaxLength,
} from "@atoll/contract/knowledge/limits";
import type { ArticleDraft } from "@atoll/contract/knowledge/schemas";
import { useId } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { Button } from "../../../ui/button/button.tsx";
import { FieldNote } from "../../../ui/field/field.tsx";
import { useTextLimit } from "../../../ui/field/text-limit.ts";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { type LeadFieldName, useLead } from "./use-lead.ts";

/** Title and summary of a draft, above its text. Saved while they are typed, and kept until they are saved. */
export function DraftLead({ draft, kind }: { draft: ArticleDraft; kind: ArticleKind }) {
  const lead = useLead(draft);
  const fieldProps = (name: LeadFieldName) => ({
    value: lead.textOf(name),
    isDisabled: !draft.isWriter,
    onType: (text: string) => lead.type(name, text),
    onEnter: () => lead.enter(name),
    onLeave: lead.leave,
  });
  return (
    <div className="mb-4 flex flex-col gap-1">
      {lead.failure && <InlineAlert tone="notice">{lead.failure}</InlineAlert>}
      {lead.clashes.map((name) => (
        <InlineAlert
          key={name}
          tone="notice"
          action={
            <span className="flex gap-2">
              <Button size="xs" onClick={() => lead.keepMine(name)}>
                Keep mine
              </Button>
              <Button size="xs" onClick={() => lead.takeTheirs(name)}>
                Use theirs
              </Button>
            </span>
          }
        >
          Someone else changed the {name} while you were editing it. It is now: “{draft[name]}”
        </InlineAlert>
      ))}
      <LeadField
        label="Title"
        className="type-page"
        placeholder={kind === "sop" ? "What the procedure does" : "Title"}
        maxLength={articleTitleMaxLength}
        {...fieldProps("title")}
      />
      <LeadField
        label="Summary"
        className="text-md text-muted"
        placeholder="What it is for, in one sentence"
        maxLength={articleSummaryMaxLength}
        {...fieldProps("summary")}
      />
    </div>
  );
}

interface LeadFieldProps {
  label: string;
  className: string;
  placeholder: string;
  value: string;
  isDisabled: boolean;
  maxLength: number;
  onType: (text: string) => void;
  onEnter: () => void;
  onLeave: () => void;
}

/** One line of text, which wraps where the window is narrower. */
function LeadField({
  label,
  className,
  value,
  isDisabled,
  onType,
  onEnter,
  onLeave,
  maxLength,
  ...rest
}: LeadFieldProps) {
  const limit = useTextLimit({ maxLength, value });
  const errorId = useId();
  return (
    <>
      <textarea
        {...rest}
        {...limit.attributes}
        aria-label={label}
        aria-invalid={limit.error !== undefined}
        aria-describedby={limit.error === undefined ? undefined : errorId}
        data-kept
        className={cx(
          "field-sizing-content w-full resize-none bg-transparent outline-none wrap-anywhere placeholder:text-faint",
          className,
        )}
        rows={1}
        value={value}
        disabled={isDisabled}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        onChange={({ target }) => onType(target.value.replace(/\s*\n\s*/g, " "))}
        onFocus={onEnter}
        onBlur={onLeave}
      />
      {limit.error !== undefined && <FieldNote id={errorId} note={limit.error} isError />}
    </>
  );
}
