import { type MarkedExtension, Tokenizer } from "marked";

/** Punctuation of scripts that put no space after it: full-width marks, and the quotation marks and dashes they share. */
const wide =
  /[\u2014\u2018\u2019\u201c\u201d\u2026\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/;
const everyWide = new RegExp(wide, "g");
const opensBeforeWide = new RegExp(`^\\*{1,3}${wide.source}`);
const spacelessLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]$/u;

/**
 * Lets stars begin and end emphasis next to full-width punctuation: `**他说：“好。”**然后`. CommonMark finds no end there,
 * because it expects a space between a sentence and the next.
 */
export const wideEmphasis: MarkedExtension = {
  // The parser looks for the ends of emphasis in the mask, which is as long as the text. A star next to a letter may always close.
  hooks: { emStrongMask: (masked) => (wide.test(masked) ? masked.replace(everyWide, "a") : masked) },
  tokenizer: {
    emStrong(text, masked, before = "") {
      const isFree = spacelessLetter.test(before) && opensBeforeWide.test(text);
      return Tokenizer.prototype.emStrong.call(this, text, masked, isFree ? "" : before);
    },
  },
};
