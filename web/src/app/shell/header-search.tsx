import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef } from "react";
import { SearchField } from "../../ui/search-field.tsx";

/** Enter goes to the results; nothing happens without text. `/` comes here from anywhere. */
export function HeaderSearch({ className }: { className?: string }) {
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.defaultPrevented || hasModifier(event) || isTyping(event.target)) return;
      if (!field.current?.checkVisibility()) return;
      event.preventDefault();
      field.current.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  const search = (event: FormEvent) => {
    event.preventDefault();
    const q = field.current?.value.trim();
    if (q) void navigate({ href: `/search?${new URLSearchParams({ q })}` });
  };
  return (
    <search className={className}>
      <form onSubmit={search}>
        <SearchField
          label="Search people, messages, tasks"
          enterKeyHint="search"
          maxLength={200}
          ref={field}
          shortcut="/"
          tone="frame"
        />
      </form>
    </search>
  );
}

function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"))
  );
}
