import { Copy } from "lucide-react";
import type { FieldValues } from "react-hook-form";
import { valueAt } from "../../lib/form/merge-edits.ts";
import type { EditForm } from "../../lib/form/use-edit-form.ts";
import { Button } from "../button/button.tsx";
import { copyText } from "../toast/copy-text.ts";
import { InlineAlert } from "./inline-alert.tsx";

interface FormClashesProps<Values extends FieldValues> {
  form: EditForm<Values>;
  /** The labels of the fields, by their names. */
  labels: Readonly<Record<string, string>>;
  /** Writes a value that is neither a text nor a list of things with a name. */
  say?: (name: string, value: unknown) => string | undefined;
}

/** The fields that someone else changed while the person changed them too: both values, to choose from or to copy. */
export function FormClashes<Values extends FieldValues>({ form, labels, say }: FormClashesProps<Values>) {
  return form.clashes.map(({ name, theirs }) => {
    const label = labels[name] ?? name;
    const words = (value: unknown) => say?.(name, value) ?? wordsOf(value);
    return (
      <InlineAlert key={name} tone="notice">
        <p className="font-medium">Someone else changed “{label}” while you were editing. It is now:</p>
        <section
          aria-label={`${label} as it is now`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
          tabIndex={0}
          className="my-2 max-h-48 overflow-y-auto whitespace-pre-wrap rounded-sm bg-surface-raised px-2.5 py-2 wrap-anywhere"
        >
          {words(theirs) || <span className="text-muted">Empty</span>}
        </section>
        <div className="flex flex-wrap gap-2">
          <Button size="xs" onClick={() => form.keepMine(name)}>
            Keep mine
          </Button>
          <Button size="xs" onClick={() => form.takeTheirs(name)}>
            Use theirs
          </Button>
          <Button
            size="xs"
            variant="ghost"
            icon={Copy}
            onClick={() => copyText(words(theirs), `${label} copied`)}
          >
            Copy theirs
          </Button>
          <Button
            size="xs"
            variant="ghost"
            icon={Copy}
            onClick={() => copyText(words(valueAt(form.getValues(), name)), `Your ${label} copied`)}
          >
            Copy mine
          </Button>
        </div>
      </InlineAlert>
    );
  });
}

function wordsOf(value: unknown): string {
  if (value === true) return "On";
  if (value === false) return "Off";
  if (Array.isArray(value)) return value.map(wordsOf).join(", ");
  if (typeof value === "object" && value !== null && "name" in value) return String(value.name);
  return value === null || value === undefined ? "" : String(value);
}
