/** The tokens that a company's colour takes the place of, in one theme. */
export type CompanyTokens = Record<(typeof tokenNames)[number], string>;

const tokenNames = [
  "primary",
  "primary-hover",
  "primary-active",
  "primary-contrast",
  "primary-soft",
  "primary-text",
  "primary-bright",
  "ring",
  "surface-selected",
] as const;

/**
 * Returns the tokens for a company's colour in both themes. The hue stays the same. The lightness is adjusted until all
 * text and edges that use it have enough contrast: 4.5 to 1 for text, 3 to 1 for edges.
 * @param colour as `#rrggbb`.
 */
export function companyTokens(colour: string): { tropical: CompanyTokens; dark: CompanyTokens } {
  const own = toLch(colour);
  return { tropical: inLight(own), dark: inDark(own) };
}

/** The rules of a style sheet that lays a company's colour over both themes; empty without one. */
export function companyStyle(colour: string | null): string {
  if (colour === null) return "";
  const themes = Object.entries(companyTokens(colour));
  return themes
    .map(
      ([theme, tokens]) =>
        `[data-theme="${theme}"]{${tokenNames.map((name) => `--${name}:${tokens[name]}`).join(";")}}`,
    )
    .join("");
}

/** How far apart two colours are for the eye, from 1 to 21. WCAG 2.2. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** As CSS mixes them in oklab. */
export function mixed(colour: string, share: number, into: string): string {
  const [a, b] = [toLab(colour), toLab(into)];
  return fromLab(
    a.l * share + b.l * (1 - share),
    a.a * share + b.a * (1 - share),
    a.b * share + b.b * (1 - share),
  );
}

/** The darkest of the light surfaces, and the lightest of the dark ones, that text and edges stand on. */
const darkestLight = "#e9e1d1";
const lightestDark = "#1b3743";

function inLight({ l, c, h }: Lch): CompanyTokens {
  const white = "#ffffff";
  const soft = fromLch(0.945, Math.min(c, 0.035), h);
  const held = (share: number) => mixed(primary, share, soft);
  const primary = search(
    Math.min(l, 0.62),
    -1,
    c,
    h,
    (at) => contrastOf(at, white) >= 4.6 && contrastOf(at, darkestLight) >= 3.4,
  );
  const { l: reached } = toLch(primary);
  return {
    primary,
    "primary-hover": fromLch(reached - 0.05, c, h),
    "primary-active": fromLch(reached - 0.1, c, h),
    "primary-contrast": white,
    "primary-soft": soft,
    "primary-text": search(
      reached - 0.05,
      -1,
      c,
      h,
      (at) => contrastOf(at, darkestLight) >= 4.6 && contrastOf(at, held(0.2)) >= 4.55,
    ),
    "primary-bright": fromLch(0.7, c, h),
    ring: search(reached + 0.04, -1, c, h, (at) => contrastOf(at, darkestLight) >= 3.2),
    "surface-selected": fromLch(0.945, Math.min(c, 0.022), h),
  };
}

function inDark({ l, c, h }: Lch): CompanyTokens {
  const contrast = fromLch(0.22, Math.min(c, 0.04), h);
  const soft = fromLch(0.305, Math.min(c, 0.045), h);
  const primary = search(
    Math.max(l, 0.72),
    1,
    c,
    h,
    // Pressed it is darker still.
    (at) =>
      contrastOf(at, lightestDark) >= 3.4 && contrastOf(fromLch(toLch(at).l - 0.07, c, h), contrast) >= 4.6,
  );
  const { l: reached } = toLch(primary);
  const text = search(
    reached + 0.03,
    1,
    c,
    h,
    (at) => contrastOf(at, lightestDark) >= 4.6 && contrastOf(at, mixed(primary, 0.2, soft)) >= 4.55,
  );
  return {
    primary,
    "primary-hover": fromLch(reached + 0.05, c, h),
    "primary-active": fromLch(reached - 0.07, c, h),
    "primary-contrast": contrast,
    "primary-soft": soft,
    "primary-text": text,
    "primary-bright": primary,
    ring: text,
    "surface-selected": fromLch(0.3, Math.min(c, 0.04), h),
  };
}

/** The nearest lightness in one direction at which a colour is good enough; the end of the way always is. */
function search(
  from: number,
  direction: 1 | -1,
  c: number,
  h: number,
  isGood: (colour: string) => boolean,
): string {
  for (let l = from; l > 0 && l < 1; l += direction * 0.01) {
    const colour = fromLch(l, c, h);
    if (isGood(colour)) return colour;
  }
  return direction === 1 ? "#ffffff" : "#000000";
}

interface Lch {
  l: number;
  c: number;
  h: number;
}

function toLch(colour: string): Lch {
  const { l, a, b } = toLab(colour);
  return { l, c: Math.hypot(a, b), h: Math.atan2(b, a) };
}

/** With as much of its chroma as a screen can show. */
function fromLch(l: number, chroma: number, h: number): string {
  const at = Math.min(Math.max(l, 0), 1);
  for (let c = chroma; c > 0.002; c *= 0.95) {
    if (toLinear(at, c * Math.cos(h), c * Math.sin(h)).every((part) => part > -0.0005 && part < 1.0005))
      return fromLab(at, c * Math.cos(h), c * Math.sin(h));
  }
  return fromLab(at, 0, 0);
}

function linearParts(colour: string): [number, number, number] {
  const part = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function luminance(colour: string): number {
  const [r, g, b] = linearParts(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// Oklab, by Björn Ottosson's matrices.
function toLab(colour: string): { l: number; a: number; b: number } {
  const [red, green, blue] = linearParts(colour);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function toLinear(l: number, a: number, b: number): [number, number, number] {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

function fromLab(l: number, a: number, b: number): string {
  const parts = toLinear(l, a, b).map((part) => {
    const within = Math.min(Math.max(part, 0), 1);
    const shown = within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055;
    return Math.round(shown * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
