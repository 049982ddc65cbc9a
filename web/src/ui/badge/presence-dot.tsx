import { cx } from "../base/cx.ts";

export type Presence = "online" | "deep_dive" | "away" | "do_not_disturb" | "offline";

export interface PresenceDotProps {
  presence: Presence;
  /** Announces the state to screen readers. Leave it out where the state is shown as text. */
  labelled?: boolean;
  className?: string;
}

/** The words for a presence, the same wherever it is named. */
export const presenceNames: Record<Presence, string> = {
  online: "Online",
  deep_dive: "Deep Dive",
  away: "Away",
  do_not_disturb: "Do Not Disturb",
  offline: "Offline",
};

/**
 * Presence as a shape as well as a colour: disc, half-filled ring, ring, disc with bar, faint ring.
 * Its edge takes --av-edge, the ground it stands on; raised when nothing says otherwise.
 */
export function PresenceDot({ presence, labelled = false, className }: PresenceDotProps) {
  return (
    <svg
      viewBox="0 0 11 11"
      width="11"
      height="11"
      role={labelled ? "img" : undefined}
      aria-label={labelled ? presenceNames[presence] : undefined}
      aria-hidden={labelled ? undefined : true}
      className={cx("flex-none overflow-visible", className)}
    >
      <circle cx="5.5" cy="5.5" r="5.5" fill="var(--av-edge, var(--surface-raised))" />
      {shapes[presence]}
    </svg>
  );
}

const shapes = {
  online: (
    <circle
      cx="5.5"
      cy="5.5"
      r="3.5"
      className="fill-success-bright dark:[filter:drop-shadow(0_0_3px_var(--success-bright))]"
    />
  ),
  deep_dive: (
    <>
      <circle cx="5.5" cy="5.5" r="3" fill="none" className="stroke-info" strokeWidth="1.4" />
      <path d="M2.6 5.5a2.9 2.9 0 0 0 5.8 0z" className="fill-info" />
    </>
  ),
  away: <circle cx="5.5" cy="5.5" r="2.8" fill="none" className="stroke-warning-bright" strokeWidth="1.6" />,
  do_not_disturb: (
    <>
      <circle cx="5.5" cy="5.5" r="3.5" className="fill-danger" />
      <path d="M4 5.5h3" className="stroke-danger-contrast" strokeWidth="1.4" strokeLinecap="round" />
    </>
  ),
  offline: (
    <circle cx="5.5" cy="5.5" r="2.8" fill="none" className="stroke-border-control" strokeWidth="1.4" />
  ),
};
