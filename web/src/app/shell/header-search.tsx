import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useRef } from "react";
import { useShortcut } from "../../lib/shortcuts.ts";
import { SearchField } from "../../ui/field/search-field.tsx";
import { everywhere } from "../palette/shortcuts.ts";

/** Enter goes to the results; nothing happens without text. `/` comes here from anywhere. */
export function HeaderSearch({ className }: { className?: string }) {
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useShortcut(everywhere.search, () => field.current?.focus());

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
