import type { ReactNode } from "react";

export type DrawingName = "messages" | "chats" | "search" | "tasks" | "announcements" | "events" | "generic";

const swell = (
  <g className="stroke-border-strong">
    <path d="M6 47q8-5 16 0t16 0 16 0 16 0 18 0" />
    <path d="M16 56q8-5 16 0t16 0 16 0 16 0" />
  </g>
);

/** Line drawings of 96 by 64 for what is empty; `-bright` shades only, for nothing in them is text. */
export const drawings: Record<DrawingName, ReactNode> = {
  messages: (
    <>
      <path
        d="M21 13h32a8 8 0 0 1 8 8v13a8 8 0 0 1-8 8H37l-9 8v-8h-7a8 8 0 0 1-8-8V21a8 8 0 0 1 8-8z"
        className="fill-surface-raised stroke-border-control"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path
        d="M22 28q4-4 8 0t8 0 8 0 6 0"
        className="stroke-primary-bright"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
      <path
        d="M68 29h8a8 8 0 0 1 8 8v9a8 8 0 0 1-8 8h-2v6l-7-6h-9"
        className="stroke-border-strong"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  chats: (
    <>
      {swell}
      <circle
        cx="30"
        cy="30"
        r="11"
        className="fill-surface-raised stroke-border-control"
        strokeWidth="1.5"
      />
      <circle
        cx="66"
        cy="30"
        r="11"
        className="fill-surface-raised stroke-border-control"
        strokeWidth="1.5"
      />
      <path d="M42 26q6-8 12 0" className="stroke-primary-bright" strokeWidth="1.8" strokeLinecap="round" />
      <circle cx="30" cy="30" r="3.4" className="fill-primary-soft stroke-primary-bright" strokeWidth="1.5" />
      <circle cx="66" cy="30" r="3.4" className="fill-accent-soft stroke-accent-bright" strokeWidth="1.5" />
    </>
  ),
  search: (
    <>
      {swell}
      <circle
        cx="45"
        cy="26"
        r="15"
        className="fill-surface-raised stroke-border-control"
        strokeWidth="1.5"
      />
      <circle
        cx="45"
        cy="26"
        r="8"
        className="stroke-primary-bright"
        strokeWidth="1.5"
        strokeDasharray="38 12.3"
        strokeLinecap="round"
      />
      <path d="m56 37 9 9" className="stroke-border-control" strokeWidth="3" strokeLinecap="round" />
    </>
  ),
  tasks: (
    <>
      <ellipse cx="48" cy="33" rx="40" ry="25" className="stroke-border" />
      <ellipse cx="48" cy="33" rx="31" ry="19" className="stroke-border-strong" />
      <ellipse
        cx="48"
        cy="33"
        rx="22"
        ry="14"
        className="stroke-primary-bright"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="92 22"
        transform="rotate(-24 48 33)"
      />
      <ellipse cx="48" cy="33" rx="13" ry="8" className="fill-primary-soft" />
      <circle cx="66" cy="21" r="3.4" className="fill-accent-bright" />
    </>
  ),
  announcements: (
    <>
      {swell}
      <path
        d="M34 39a14 14 0 0 1 28 0z"
        className="fill-highlight-soft stroke-highlight-bright"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <path
        d="M48 18v-6M33 24l-4-4M63 24l4-4"
        className="stroke-highlight-bright"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <path d="M22 39h52" className="stroke-border-control" strokeWidth="1.5" strokeLinecap="round" />
    </>
  ),
  events: (
    <>
      <path d="M6 52h84" className="stroke-border-strong" strokeLinecap="round" />
      <path
        d="M8 48C26 46 34 14 48 14s22 32 40 34"
        className="stroke-border-control"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <path
        d="M26 37c4-7 8-14 12-18"
        className="stroke-primary-bright"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <circle cx="58" cy="19" r="4.5" className="fill-highlight stroke-surface-raised" strokeWidth="2" />
    </>
  ),
  generic: (
    <>
      {swell}
      <path
        d="M56.6 13.4A15 15 0 1 0 62.7 24.5"
        className="stroke-border-control"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <circle
        cx="48"
        cy="25.5"
        r="6"
        className="stroke-primary-bright"
        strokeWidth="1.5"
        strokeDasharray="28 9.7"
      />
      <circle cx="61" cy="17" r="2.6" className="fill-accent-bright" />
    </>
  ),
};
