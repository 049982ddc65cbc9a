import { avatarArt, initials } from "./avatar-art.ts";
import { cx } from "./cx.ts";
import { type Presence, PresenceDot } from "./presence-dot.tsx";

export interface AvatarProps {
  /** Seeds the drawing, so a person looks the same everywhere. */
  userId: string;
  name: string;
  /** Edge in pixels; 16 shows no letters, below 24 one. */
  size?: 16 | 20 | 24 | 28 | 32 | 36 | 40 | 64;
  presence?: Presence;
  /** True where the name stands beside it anyway. */
  decorative?: boolean;
  className?: string;
}

/** A person: initials over the contours of an islet, and how they are present. */
export function Avatar({ userId, name, size = 28, presence, decorative = false, className }: AvatarProps) {
  const { hue, contours } = avatarArt(userId);
  const letters = size < 20 ? "" : size < 24 ? initials(name).slice(0, 1) : initials(name);
  return (
    <span
      className={cx("relative inline-grid flex-none rounded-full", className)}
      style={{ width: size, height: size }}
      title={decorative ? undefined : name}
    >
      <svg
        viewBox="0 0 36 36"
        className="block size-full rounded-full"
        role={decorative ? undefined : "img"}
        aria-label={decorative ? undefined : name}
        aria-hidden={decorative || undefined}
      >
        <rect width="36" height="36" fill={hue} />
        <path d={contours[0]} fill="#fff" opacity=".07" />
        <path d={contours[1]} fill="#fff" opacity=".08" />
        {letters && (
          <text
            x="18"
            y={letters.length > 1 ? 23 : 24.4}
            textAnchor="middle"
            fill="#fff"
            className="font-semibold font-ui"
            fontSize={letters.length > 1 ? 14.5 : 18}
          >
            {letters}
          </text>
        )}
      </svg>
      {presence && <PresenceDot presence={presence} className="absolute -right-0.5 -bottom-0.5" />}
    </span>
  );
}
