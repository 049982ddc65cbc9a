import { type RefObject, useRef, useState } from "react";
import { ApiError, type ApiErrorCode, errorMessage } from "../../lib/api-error.ts";
import { type FieldErrors, fieldErrors, focusField, focusFirstError } from "./field-errors.ts";

export interface FormSendingOptions<Name extends string> {
  /** The fields, from the first to the last. */
  names: readonly Name[];
  /** Said above the form when a failure has no text of its own. */
  fallback: string;
  /** Fields that an error belongs to without naming them. */
  fieldOf?: Partial<Record<ApiErrorCode, Name>>;
}

export interface FormSending<Name extends string> {
  form: RefObject<HTMLFormElement | null>;
  errors: FieldErrors<Name>;
  /** The text for the box above the form. */
  failure: string | undefined;
  isSending: boolean;
  clearError: (name: Name) => void;
  /** Does the work, once at a time, and shows why it failed. Answers whether it was done. */
  send: (work: () => Promise<void>) => Promise<boolean>;
  /** Marks fields before anything is sent. */
  mark: (errors: FieldErrors<Name>) => void;
}

/**
 * What a form that sends something secret needs. Other than a mutation of the query cache it keeps nothing of what
 * was sent, which may be a password.
 */
export function useFormSending<Name extends string>(options: FormSendingOptions<Name>): FormSending<Name> {
  const { names, fallback, fieldOf } = options;
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [failure, setFailure] = useState<string>();
  const [isSending, setIsSending] = useState(false);

  function mark(found: FieldErrors<Name>): void {
    setErrors(found);
    focusFirstError(form.current, names, found);
  }
  function fail(error: unknown): void {
    const message = errorMessage(error, fallback);
    const marked = error instanceof ApiError ? fieldErrors(names, error.fields) : undefined;
    const own = error instanceof ApiError ? fieldOf?.[error.code] : undefined;
    if (marked) mark(marked);
    else if (own) {
      const one: FieldErrors<Name> = {};
      one[own] = message;
      setErrors(one);
      focusField(form.current, own);
    } else setFailure(message);
  }
  return {
    form,
    errors,
    failure,
    isSending,
    mark,
    clearError(name) {
      if (errors[name]) setErrors({ ...errors, [name]: undefined });
    },
    async send(work) {
      if (isSending) return false;
      setErrors({});
      setFailure(undefined);
      setIsSending(true);
      try {
        await work();
        return true;
      } catch (error) {
        fail(error);
        return false;
      } finally {
        setIsSending(false);
      }
    },
  };
}
