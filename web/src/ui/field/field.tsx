import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "../base/cx.ts";

/** The words around a field, the same for every kind of field. */
export interface FieldTexts {
  label: string;
  /** Keeps the label for assistive tech only; for search boxes and filters. */
  hideLabel?: boolean;
  help?: string;
  /** Replaces the help, with an icon, and marks the field invalid. */
  error?: string;
}

/** The attributes that connect a control with its label, help and error for screen readers. */
export interface FieldWiring {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

export interface FieldProps extends FieldTexts {
  id?: string;
  className?: string;
  children: (wiring: FieldWiring) => ReactNode;
}

/** Returns what of the props of a control belongs to its field. */
export function fieldOf(props: Omit<FieldProps, "children">): Omit<FieldProps, "children"> {
  const { label, hideLabel, help, error, id, className } = props;
  return { label, hideLabel, help, error, id, className };
}

/** Label above, control, help or error below, and the wiring between them. */
export function Field({ id, label, hideLabel, help, error, className, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const noteId = `${controlId}-note`;
  const note = error ?? help;
  return (
    <div className={cx("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={controlId} className={hideLabel ? "sr-only" : "font-semibold text-text text-xs"}>
        {label}
      </label>
      {children({
        id: controlId,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": note ? noteId : undefined,
      })}
      {note && <FieldNote id={noteId} note={note} isError={error !== undefined} />}
    </div>
  );
}

/** The note below a field: help, or an error. */
export function FieldNote({ id, note, isError }: { id: string; note: string; isError: boolean }) {
  if (!isError) {
    return (
      <p id={id} className="text-faint text-xs">
        {note}
      </p>
    );
  }
  return (
    <p id={id} role="alert" className="flex gap-[5px] font-medium text-danger-text text-xs">
      <CircleAlert className="mt-px size-3.5" />
      {note}
    </p>
  );
}
