import { type KeyboardEvent, type ReactNode, useState } from "react";
import { IconButton } from "../button/icon-button.tsx";
import type { IconType } from "../icon/icon-type.ts";
import { Popover } from "../popup/popover.tsx";
import { TextField, type TextFieldProps } from "./text-field.tsx";

export interface TypedFieldProps extends Omit<TextFieldProps, "value" | "onChange" | "type" | "end"> {
  /** As the program has it; empty when there is none. */
  value: string;
  onValueChange: (value: string) => void;
}

export interface TypedFieldWays {
  /** Writes a value for people. */
  show: (value: string) => string;
  /** Reads a typed text; undefined when it is none. */
  read: (text: string) => string | undefined;
  /** Whether a text counts while it is being typed; others count when the field is left, or by Enter. */
  isWhole: (text: string) => boolean;
  /** Moves the value by the arrow keys: 1 is up. */
  step: (value: string, by: 1 | -1) => string;
  /** The error for a text that is none, when Enter is pressed. */
  refusal: string;
  /** The popup to choose a value from, behind a button at the end of the field. */
  picker: {
    icon: IconType;
    /** Completes "Choose a day for Due date" and the like. */
    noun: string;
    className: string;
    render: (choose: (value: string) => void) => ReactNode;
  };
}

/** A field for a value that people type in words of their own, such as a day or a time. A text that is none is undone. */
export function TypedField({
  value,
  onValueChange,
  ways,
  ...field
}: TypedFieldProps & { ways: TypedFieldWays }) {
  const [typed, setTyped] = useState<string>();
  const [isRefused, setRefused] = useState(false);

  /** @returns whether the text could be taken. */
  function take(text: string): boolean {
    const next = text.trim() === "" ? "" : ways.read(text);
    if (next === undefined) return false;
    if (next !== value) onValueChange(next);
    return true;
  }
  function type(text: string) {
    setTyped(text);
    setRefused(false);
    if (text.trim() === "" || ways.isWhole(text)) take(text);
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === "Enter" && typed !== undefined) {
      if (take(typed)) setTyped(undefined);
      else {
        // The form must not be sent with the value from before.
        event.preventDefault();
        setRefused(true);
      }
    } else if ((event.key === "ArrowUp" || event.key === "ArrowDown") && !event.altKey) {
      event.preventDefault();
      const current = (typed !== undefined && ways.read(typed)) || value;
      setTyped(undefined);
      onValueChange(ways.step(current, event.key === "ArrowUp" ? 1 : -1));
    }
    field.onKeyDown?.(event);
  }
  return (
    <TextField
      autoComplete="off"
      {...field}
      error={isRefused ? ways.refusal : field.error}
      value={typed ?? (value === "" ? "" : ways.show(value))}
      onBlur={(event) => {
        if (typed !== undefined) take(typed);
        setTyped(undefined);
        setRefused(false);
        field.onBlur?.(event);
      }}
      onChange={({ target }) => type(target.value)}
      onFocus={(event) => {
        event.target.select();
        field.onFocus?.(event);
      }}
      onKeyDown={press}
      end={
        <Popover
          align="end"
          className={ways.picker.className}
          label={`${field.label}: choose ${ways.picker.noun}`}
          trigger={
            <IconButton
              disabled={field.disabled}
              icon={ways.picker.icon}
              label={`Choose ${ways.picker.noun} for ${field.label}`}
              size="xs"
              // The arrow keys of the field do the same.
              tabIndex={-1}
            />
          }
        >
          {(close) =>
            ways.picker.render((next) => {
              onValueChange(next);
              close();
            })
          }
        </Popover>
      }
    />
  );
}
