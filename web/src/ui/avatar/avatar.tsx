import { usePicture } from "../../lib/pictures.ts";
import { type Presence, PresenceDot } from "../badge/presence-dot.tsx";
import { cx } from "../base/cx.ts";
import { avatarArt, initials } from "./avatar-art.ts";

export interface AvatarProps {
  /** Seeds the drawing, so a person looks the same everywhere. */
  userId: string;
  name: string;
  /** Where their picture is; null: they have none, and undefined: it is not known here. */
  picture: string | null | undefined;
  /** Edge in pixels; 16 shows no letters, below 24 one. */
  size?: 16 | 20 | 24 | 28 | 32 | 36 | 40 | 64;
  presence?: Presence;
  /** True where the name is next to it anyway. */
  decorative?: boolean;
  className?: string;
}

/** A person: their picture, or initials over the contours of an islet, and how they are present. */
export function Avatar({
  userId,
  name,
  picture,
  size = 28,
  presence,
  decorative = false,
  className,
}: AvatarProps) {
  const { hue, contours } = avatarArt(userId);
  const shown = usePicture(userId, picture);
  const letters = size < 20 ? "" : size < 24 ? initials(name).slice(0, 1) : initials(name);
  return (
    <span
      role="img"
      aria-label={name}
      aria-hidden={decorative || undefined}
      title={decorative ? undefined : name}
      className={cx(face, className)}
      style={{
        width: size,
        height: size,
        background: hue,
        fontSize: size * (letters.length > 1 ? 0.4 : 0.5),
      }}
    >
      {letters}
      <svg viewBox="0 0 36 36" className="absolute inset-0 size-full rounded-full" aria-hidden="true">
        <path d={contours[0]} fill="#fff" opacity=".07" />
        <path d={contours[1]} fill="#fff" opacity=".08" />
      </svg>
      {shown && (
        // Over the initials, which stay where it has not come yet, and where it is gone.
        <img
          alt=""
          className="absolute inset-0 size-full rounded-full object-cover"
          draggable={false}
          key={shown}
          loading="lazy"
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
          src={shown}
        />
      )}
      {presence && <PresenceDot presence={presence} className="absolute -right-0.5 -bottom-0.5" />}
    </span>
  );
}

/** A list shows hundreds: few elements, and letters that are text of the page, which is laid out sooner than a drawing's. */
const face =
  "relative inline-grid flex-none select-none place-items-center rounded-full font-semibold font-ui text-[#fff] leading-none";
