import {
  compileFormula,
  type FormulaKind,
  formulaFunctions,
} from "@atoll/contract/fields/formulas/compile-formula";
import { type FormulaField, wordsForField } from "@atoll/contract/fields/formulas/formula-names";
import { FormulaProblem } from "@atoll/contract/fields/formulas/parse-formula";
import { maxFormula } from "@atoll/contract/fields/limits";
import { Braces, FunctionSquare } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { fieldKindNames } from "../../../capabilities/fields/field-words.ts";
import type { FieldProps } from "../../../lib/form/use-form.ts";
import { isComposing } from "../../../lib/page/is-composing.ts";
import { Button } from "../../../ui/button/button.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { Option } from "../../../ui/list/option.tsx";
import { useOptionList } from "../../../ui/list/use-option-list.ts";
import { Menu } from "../../../ui/popup/menu.tsx";

const mostOffered = 8;

interface FormulaBoxProps {
  props: FieldProps<"formula">;
  text: string;
  onChange: (text: string) => void;
  /** The fields that the formula can use. */
  fields: readonly FormulaField[];
}

/** The text of a formula. Fields are offered after an opening brace, and from a menu. */
export function FormulaBox({
  props: { ref, onChange: onTyped, ...props },
  text,
  onChange,
  fields,
}: FormulaBoxProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [closedAt, setClosedAt] = useState<number>();
  const start = openBrace(text, caret);
  const typed =
    start === undefined
      ? ""
      : text
          .slice(start + 1, caret)
          .trim()
          .toLowerCase();
  const offered =
    start === undefined || closedAt === start
      ? []
      : fields.filter(({ label }) => label.toLowerCase().includes(typed)).slice(0, mostOffered);
  const isOpen = offered.length > 0;
  const list = useOptionList({
    count: offered.length,
    key: `${start} ${typed}`,
    onChoose: (index) => choose(offered[index]),
  });

  function put(from: number, to: number, words: string, caretAt = from + words.length) {
    onChange(text.slice(0, from) + words + text.slice(to));
    setCaret(caretAt);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(caretAt, caretAt);
    });
  }
  function choose(field: FormulaField | undefined) {
    if (!field) return;
    const words = `{${wordsForField(fields, field.name)}}`;
    if (start === undefined) return put(caret, caret, words);
    put(start, text[caret] === "}" ? caret + 1 : caret, words);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen || isComposing(event) || event.shiftKey) return;
    if (event.key === "Tab") choose(offered[list.active]);
    else if (event.key === "Escape") setClosedAt(start);
    else return list.field.onKeyDown(event);
    event.preventDefault();
    // Escape closes only the list.
    event.stopPropagation();
  }
  return (
    <div className="relative flex flex-col gap-2">
      <TextArea
        {...props}
        ref={(element) => {
          area.current = element;
          ref(element);
        }}
        label="Formula"
        help="Fields are in braces: {Estimate} * 2"
        rows={3}
        grows
        isMonospaced
        maxLength={maxFormula}
        spellCheck={false}
        autoComplete="off"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? list.listId : undefined}
        aria-activedescendant={isOpen ? list.field["aria-activedescendant"] : undefined}
        onChange={(event) => {
          void onTyped(event);
          setCaret(event.target.selectionEnd);
          setClosedAt(undefined);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div
          id={list.listId}
          role="listbox"
          aria-label="Fields"
          className="max-h-48 overflow-y-auto rounded-md border bg-surface-raised p-1 text-sm"
        >
          {offered.map((field, index) => (
            <Option key={field.name} {...list.option(index)} className="min-h-8 max-md:min-h-10">
              <span className="min-w-0 flex-1 truncate">{field.label}</span>
              <span className="text-muted text-xs">{fieldKindNames[field.kind]}</span>
            </Option>
          ))}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Menu
          label="Fields"
          align="start"
          trigger={
            <Button size="sm" icon={Braces}>
              Insert field
            </Button>
          }
          items={fields.map((field) => ({ label: field.label, onSelect: () => choose(field) }))}
        />
        <Menu
          label="Functions"
          align="start"
          trigger={
            <Button size="sm" icon={FunctionSquare}>
              Insert function
            </Button>
          }
          items={formulaFunctions.map((name) => ({
            label: functionWords[name],
            onSelect: () => put(caret, caret, `${name}()`, caret + name.length + 1),
          }))}
        />
      </div>
    </div>
  );
}

/** The place of the brace that is open at the caret. */
function openBrace(text: string, caret: number): number | undefined {
  const before = text.slice(0, caret);
  const at = before.lastIndexOf("{");
  return at < 0 || before.indexOf("}", at) >= 0 ? undefined : at;
}

const functionWords: Readonly<Record<(typeof formulaFunctions)[number], string>> = {
  if: "if(condition, then, else)",
  round: "round(number, digits)",
  min: "min(a, b, …)",
  max: "max(a, b, …)",
  sum: "sum(a, b, …)",
  concat: "concat(a, b, …)",
  lower: "lower(text)",
  upper: "upper(text)",
  len: "len(text)",
  days: "days(from, to)",
  date: 'date("2026-12-31")',
  empty: "empty(field)",
};

/** The kind of a formula's result, or its mistake. */
type CheckedFormula = { kind: FormulaKind } | { problem: FormulaProblem };

export function checkFormula(text: string, fields: readonly FormulaField[]): CheckedFormula {
  try {
    return { kind: compileFormula(text, fields).kind };
  } catch (error) {
    if (error instanceof FormulaProblem) return { problem: error };
    throw error;
  }
}

const around = 24;

/** A mistake in words, with its place in the formula. */
export function ProblemInPlace({
  text,
  problem: { message, from, to },
}: {
  text: string;
  problem: FormulaProblem;
}) {
  return (
    <div role="status" className="flex flex-col gap-1 text-sm">
      <p className="text-danger-text">{message}</p>
      <p className="break-words font-mono text-muted text-xs">
        {from > around && "…"}
        {text.slice(Math.max(0, from - around), from)}
        <mark className="rounded-xs bg-danger-soft px-0.5 text-danger-text">
          {text.slice(from, to) || "?"}
        </mark>
        {text.slice(to, to + around)}
        {text.length > to + around && "…"}
      </p>
    </div>
  );
}
