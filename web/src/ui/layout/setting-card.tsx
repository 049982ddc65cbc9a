import { type ReactNode, useId } from "react";
import type { IconType } from "../icon/icon-type.ts";

export interface SettingCardProps {
  title: string;
  /** One sentence under the title. */
  text: string;
  /** A badge or a button at the right of the head. */
  end?: ReactNode;
  /** SettingRows, or anything else that reaches the edges. */
  children?: ReactNode;
}

/** A card of the settings: what it is about, and its rows with hairlines between. */
export function SettingCard({ title, text, end, children }: SettingCardProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col overflow-hidden rounded-lg border bg-surface-raised shadow-1"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 md:px-5">
        <div className="min-w-0 flex-1 basis-40">
          <h2 className="font-semibold text-sm" id={titleId}>
            {title}
          </h2>
          <p className="text-muted text-xs">{text}</p>
        </div>
        {end}
      </header>
      {children}
    </section>
  );
}

export interface SettingRowProps {
  icon: IconType;
  title: ReactNode;
  text: ReactNode;
  /** The element on the right: a time, a button. */
  end?: ReactNode;
  /** `li` inside a list. */
  as?: "div" | "li";
}

/** One thing that is set, with what it is at the moment. */
export function SettingRow({ icon: Icon, title, text, end, as: Tag = "div" }: SettingRowProps) {
  return (
    <Tag className="flex min-h-[52px] items-center gap-3.5 border-t px-4 py-2 md:px-5">
      <Icon className="size-5 text-faint" />
      {/* Buttons that are too wide to stand next to the text stand below it. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3.5 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium">{title}</div>
          <div className="text-muted text-xs wrap-anywhere">{text}</div>
        </div>
        {end}
      </div>
    </Tag>
  );
}
