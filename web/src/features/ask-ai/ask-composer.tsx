import { askedQuestionMaxLength } from "@atoll/contract/ask-ai/limits";
import { type AskDraft, type AskScope, askDrafts } from "@atoll/contract/ask-ai/schemas";
import { ArrowUp, Library, ListCollapse, PenLine } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { GrowingTextArea } from "../../capabilities/writing/field/growing-text-area.tsx";
import { submitTo } from "../../lib/form/submit-to.ts";
import { isComposing } from "../../lib/page/is-composing.ts";
import { Button } from "../../ui/button/button.tsx";
import { Menu } from "../../ui/popup/menu.tsx";

/** A place that questions can be narrowed to. */
export interface AskPlace {
  scope: AskScope;
  name: string;
  detail: string;
}

export interface AskComposerProps {
  text: string;
  onTextChange: (text: string) => void;
  places: readonly AskPlace[];
  scope: AskScope;
  onScopeChange: (scope: AskScope) => void;
  /** To be written instead of an answer. */
  wanted: AskDraft | null;
  /** Left out where no language model writes. */
  onWantedChange?: ((wanted: AskDraft | null) => void) | undefined;
  isAsking: boolean;
  onAsk: () => void;
  /** Asks for a summary of what is unread in the chat that was chosen. */
  onCatchUp: (channelId: string, name: string) => void;
  companyName: string;
}

const keyOf = (scope: AskScope) => ("id" in scope ? `${scope.kind}/${scope.id}` : scope.kind);

/** Where a question is typed. Enter asks, Shift and Enter start another line. */
export function AskComposer(props: AskComposerProps) {
  const { text, onTextChange, places, scope, onScopeChange, isAsking, onAsk, onCatchUp, companyName } = props;
  const { wanted, onWantedChange } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  useFocusOnArrival(field);
  const place = places.find((one) => keyOf(one.scope) === keyOf(scope));
  const isTooLong = [...text].length > askedQuestionMaxLength;
  const canAsk = text.trim() !== "" && !isTooLong && !isAsking;

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    if (canAsk) onAsk();
  }
  return (
    <form onSubmit={submitTo(() => canAsk && onAsk())}>
      <div className="field-box flex flex-col gap-2 rounded-xl p-2.5">
        <GrowingTextArea
          ref={field}
          aria-label="Question"
          aria-describedby={isTooLong ? "ask-too-long" : undefined}
          aria-invalid={isTooLong}
          className="px-1.5 pt-1"
          data-kept=""
          onChange={({ target }) => onTextChange(target.value)}
          onKeyDown={onKeyDown}
          placeholder={`Ask about anything written down at ${companyName}`}
          value={text}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Menu
            label="Where to look"
            side="top"
            trigger={
              <Button icon={Library} size="sm">
                {place?.name ?? "All sources"}
              </Button>
            }
            items={[
              {
                choice: "Where to look",
                value: keyOf(scope),
                onValueChange: (key) =>
                  onScopeChange(
                    places.find((one) => keyOf(one.scope) === key)?.scope ?? { kind: "everything" },
                  ),
                options: [
                  { value: "everything", label: "All sources", detail: "Everything that you can read" },
                  ...places.map((one) => ({ value: keyOf(one.scope), label: one.name, detail: one.detail })),
                ],
              },
            ]}
          />
          {onWantedChange && (
            <Menu
              label="What to write"
              side="top"
              trigger={
                <Button icon={PenLine} size="sm">
                  {wantedNames[wanted ?? "answer"].label}
                </Button>
              }
              items={[
                {
                  choice: "What to write",
                  value: wanted ?? "answer",
                  onValueChange: (value) => onWantedChange(askDrafts.find((one) => one === value) ?? null),
                  options: (["answer", ...askDrafts] as const).map((value) => ({
                    value,
                    ...wantedNames[value],
                  })),
                },
              ]}
            />
          )}
          {isTooLong && (
            <p id="ask-too-long" className="text-danger-text text-xs">
              A question can have at most {askedQuestionMaxLength} characters
            </p>
          )}
          {scope.kind === "channel" && (
            <Button
              disabled={isAsking}
              icon={ListCollapse}
              onClick={() => onCatchUp(scope.id, place?.name ?? "this chat")}
              size="sm"
            >
              Catch up
            </Button>
          )}
          <span className="ml-auto">
            <Button
              disabled={!canAsk}
              icon={ArrowUp}
              loading={isAsking}
              size="sm"
              type="submit"
              variant="primary"
            >
              Ask
            </Button>
          </span>
        </div>
      </div>
    </form>
  );
}

const wantedNames: Readonly<Record<"answer" | AskDraft, { label: string; detail: string }>> = {
  answer: { label: "Answer", detail: "From what you can read" },
  tasks: { label: "Tasks", detail: "What is still to do" },
  message: { label: "Message", detail: "A draft for a chat" },
  announcement: { label: "Announcement", detail: "A draft with a title" },
};

/** A keyboard on a screen opens only when its field is touched. */
function useFocusOnArrival(field: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) field.current?.focus();
  }, [field]);
}
