import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, type ReactNode, useMemo } from "react";
import { cx } from "../../../ui/base/cx.ts";
import { placeOfWorkspace, splitLinks } from "./links.ts";
import { correctionOfBare } from "./safe-link.ts";
import { type Calls, splitMentions } from "./split-mentions.ts";

export interface SaidTextProps {
  text: string;
  calls: Calls;
  viewerId: string;
  /** Inside a link there are no others. */
  isInLink?: boolean;
}

/** A text as written, with links and highlighted mentions. */
export function InlineText({ text, calls, viewerId, isInLink = false }: SaidTextProps) {
  const parts = useMemo(
    () => (isInLink ? [{ kind: "text" as const, text }] : splitLinks(text)),
    [text, isInLink],
  );
  return place(parts).map(({ part, at }) =>
    part.kind === "text" ? (
      <Called key={at} text={part.text} calls={calls} viewerId={viewerId} />
    ) : (
      <BareLink key={at} text={part.text} href={part.href} />
    ),
  );
}

/** Appends an element that is not part of the text: the text's direction marks end before it. */
export function withEnd(text: ReactNode, end: ReactNode): ReactNode {
  if (!end) return text;
  return (
    <>
      <span className="[unicode-bidi:isolate]">{text}</span>
      {end}
    </>
  );
}

function BareLink({ text, href }: { text: string; href: string }) {
  const correction = correctionOfBare(text, href);
  return (
    <SafeLink href={href}>
      {correction?.kind === "instead" ? correction.text : text}
      {correction?.kind === "behind" && <Behind target={correction.text} />}
    </SafeLink>
  );
}

/** Where a link leads, behind a text that may be taken for another address. On its own: it reads from left to right. */
export function Behind({ target }: { target: string }) {
  return <bdi dir="ltr"> ({target})</bdi>;
}

/** A link. Within the workspace it opens here. Other links open in a new tab, which learns nothing about this page. */
export function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  const router = useRouter({ warn: false });
  const place = placeOfWorkspace(href);
  if (place !== null) {
    const open = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void router.navigate({ href: place });
    };
    return (
      <a href={place} onClick={open} className={link}>
        {children}
      </a>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={link}>
      {children}
    </a>
  );
}

const link = "rounded-xs font-medium text-primary-text underline-offset-[3px] hover:underline";

function Called({ text, calls, viewerId }: Omit<SaidTextProps, "isInLink">) {
  return splitMentions(text, calls).map((part) =>
    part.isCall ? (
      <span
        key={part.at}
        {...(part.personId !== null && { "data-person": part.personId })}
        className={cx(
          mention,
          isOwn(part.personId, viewerId) ? own : others,
          part.personId !== null && "cursor-pointer",
        )}
      >
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}

function isOwn(personId: string | null, viewerId: string): boolean {
  return personId === null || personId === viewerId;
}

const mention = "rounded-xs px-0.5 font-medium";
const own = "bg-highlight text-highlight-contrast";
const others = "bg-primary-soft text-primary-text";

/** Each part with its place in the text, which is what tells two equal ones apart. */
function place<Part extends { text: string }>(parts: readonly Part[]): { part: Part; at: number }[] {
  let at = 0;
  return parts.map((part) => {
    const placed = { part, at };
    at += part.text.length;
    return placed;
  });
}
