import { type FormEvent, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm as useFields,
} from "react-hook-form";
import { type ApiErrorCode, errorMessage, SpokenError } from "../request/api-error.ts";
import { type FormSchema, marksOfIssues, marksOfRefusal } from "./marks.ts";
import { reportFilledIn } from "./report-filled-in.ts";
import { reportSaved } from "./report-saved.ts";

interface SharedOptions<Values extends FieldValues> {
  /** The initial value of each field, by name. */
  values: Values & DefaultValues<Values>;
  /** Said above the form when a failure has no text of its own. */
  fallback?: string | undefined;
  /** Fields that an error is about without naming them. */
  fieldOf?: Partial<Record<ApiErrorCode, FieldPath<Values>>>;
}

export interface FormOptions<Values extends FieldValues, Parsed> extends SharedOptions<Values> {
  /** Checks the whole form; its messages are what the fields show. A form of the first load brings it in later. */
  schema: FormSchema<Parsed> | (() => Promise<FormSchema<Parsed>>);
  /** Does the work with what the schema made of the fields, once at a time. What it throws is shown. */
  send: (parsed: Parsed) => unknown;
}

/** A form whose fields hold nothing that could be wrong, or where only the server can say so. */
interface UncheckedOptions<Values extends FieldValues> extends SharedOptions<Values> {
  schema?: undefined;
  send: (values: Values) => unknown;
}

/** Spread into a field of the kit. */
export type FieldProps<Name extends string> = UseFormRegisterReturn<Name> & { error: string | undefined };

interface Failure {
  error: unknown;
  text: string;
}

type Passed = "control" | "getValues" | "watch";

export interface Form<Values extends FieldValues> extends Pick<UseFormReturn<Values>, Passed> {
  field: <Name extends FieldPath<Values>>(name: Name) => FieldProps<Name>;
  /** For what is no input of the browser: what is wrong with it, and which element has its focus. */
  errorOf: (name: FieldPath<Values>) => string | undefined;
  keep: (name: FieldPath<Values>, element: unknown) => void;
  /** Moves to a field at once: the library would wait, and a key pressed right away would be lost. */
  focus: (name: FieldPath<Values>, options?: { selects?: boolean }) => void;
  /** Writes into a field, as if it had been typed there. */
  fill: <Name extends FieldPath<Values>>(name: Name, value: FieldPathValue<Values, Name>) => void;
  /** An error goes away when its field is edited. */
  forgetError: (name: FieldPath<Values>) => void;
  /** Puts the fields back to these values, or to those at first, and forgets what was wrong. */
  reset: (values?: Values) => void;
  /** For the form element, or the dialog that is one. */
  submit: (event: FormEvent<HTMLFormElement>) => void;
  isSending: boolean;
  /** Why it failed, where no field shows it: the text stands above the fields. */
  failure: Failure | undefined;
  /** The same, also where a field shows it. */
  refusal: Failure | undefined;
}

/**
 * The state of a form. What is typed lives in the form alone, for it may be a password, and stays there until it was
 * taken. The first field that is wrong gets the focus. Specification, section 5.
 */
export function useForm<Values extends FieldValues, Parsed>(
  options: FormOptions<Values, Parsed>,
): Form<Values>;
export function useForm<Values extends FieldValues>(options: UncheckedOptions<Values>): Form<Values>;
export function useForm<Values extends FieldValues, Parsed>(
  options: FormOptions<Values, Parsed> | UncheckedOptions<Values>,
): Form<Values> {
  const { control, formState, ...fields } = useFields<Values>({ defaultValues: options.values });
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<Failure & { isMarked: boolean }>();
  const isBusy = useRef(false);
  const elements = useRef(new Map<FieldPath<Values>, HTMLElement>());
  /** Elements that the form has had: their text is its own. */
  const seen = useRef(new WeakSet<HTMLElement>());

  function mark(marks: ReadonlyMap<string, string>): boolean {
    // The error of a field that is not on the page is shown above the form.
    const marked = [...elements.current]
      .filter(([name, element]) => marks.has(name) && element.isConnected)
      .sort(([, one], [, other]) => inOrderOfPage(one, other));
    for (const [name] of marked) fields.setError(name, { message: marks.get(name) });
    marked[0]?.[1].focus();
    return marked.length > 0;
  }
  /** @returns whether it was sent; false once the wrong fields are marked. */
  async function send(): Promise<boolean> {
    if (!options.schema) {
      await options.send(fields.getValues());
      return true;
    }
    const schema = typeof options.schema === "function" ? await options.schema() : options.schema;
    const parsed = schema.safeParse(fields.getValues());
    if (!parsed.success) {
      const { issues } = parsed.error;
      if (!mark(marksOfIssues(issues))) throw new SpokenError(issues[0]?.message);
      return false;
    }
    await options.send(parsed.data);
    return true;
  }
  function refuse(error: unknown): void {
    const isMarked = mark(marksOfRefusal(error, options.fieldOf));
    setRefusal({ error, text: errorMessage(error, options.fallback), isMarked });
  }
  function errorOf(name: FieldPath<Values>): string | undefined {
    return fields.getFieldState(name, formState).error?.message;
  }
  function keep(name: FieldPath<Values>, element: unknown): void {
    if (element instanceof HTMLElement) elements.current.set(name, element);
  }
  function forgetError(name: FieldPath<Values>): void {
    if (fields.getFieldState(name).error) fields.clearErrors(name);
  }
  return {
    ...fields,
    control,
    errorOf,
    keep,
    forgetError,
    field(name) {
      const { ref, ...props } = fields.register(name, { onChange: () => forgetError(name) });
      return {
        ...props,
        ref(element: unknown) {
          keep(name, element);
          // Typed before the page was hydrated: the library would write its own value over it.
          if (isFilledIn(element) && !seen.current.has(element) && !fields.getValues(name))
            fields.setValue(name, element.value as never);
          if (element instanceof HTMLElement) seen.current.add(element);
          ref(element);
        },
        error: errorOf(name),
      };
    },
    fill(name, value) {
      forgetError(name);
      fields.setValue(name, value);
    },
    focus(name, { selects = false } = {}) {
      const element = elements.current.get(name);
      element?.focus();
      if (selects && element instanceof HTMLInputElement) element.select();
    },
    reset(values) {
      fields.reset(values);
      setRefusal(undefined);
    },
    submit(event) {
      event.preventDefault();
      // React hands events on through a dialog to whatever form it was opened from.
      event.stopPropagation();
      if (isBusy.current) return;
      isBusy.current = true;
      const element = event.currentTarget;
      reportFilledIn(element);
      fields.clearErrors();
      setRefusal(undefined);
      setIsSending(true);
      void send()
        .then((isSent) => isSent && reportSaved(element))
        .catch(refuse)
        .finally(() => {
          isBusy.current = false;
          setIsSending(false);
        });
    },
    isSending,
    failure: refusal?.isMarked ? undefined : refusal,
    refusal,
  };
}

/** Text that the form did not write into the field: a new one is empty. */
function isFilledIn(element: unknown): element is HTMLInputElement {
  return (
    element instanceof HTMLInputElement &&
    /^(text|email|password)$/.test(element.type) &&
    element.value !== ""
  );
}

function inOrderOfPage(one: Node, other: Node): number {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
