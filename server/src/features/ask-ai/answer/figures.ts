/** A number with its separators, such as 1,284.01 or 42 000. */
const figure = /\d+(?:[.,:'’ \u00a0\u202f]\d+)*/g;
const separators = /[.,:'’ \u00a0\u202f]/;
const grouped = /^\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+$/;

/** Returns the values of the numbers in a text, in every way that they can be read. */
export function readFigures(text: string): ReadonlySet<number> {
  return new Set((text.match(figure) ?? []).flatMap((one) => [...partsOf(one), ...valuesOf(one)]));
}

/** Returns whether each number of a text is among these, however its digits are grouped. */
export function areFiguresIn(text: string, figures: ReadonlySet<number>): boolean {
  return (text.match(figure) ?? []).every(
    (one) =>
      valuesOf(one).some((value) => figures.has(value)) || partsOf(one).every((part) => figures.has(part)),
  );
}

/** The runs of digits: of a date each, of "9:00" the hour. */
function partsOf(one: string): number[] {
  return one.replace(/:00\b/g, "").split(separators).map(Number);
}

/** "1.284,01" and "1,284.01" are 1284.01; "1.500" is 1500, and 1.5 for some. */
function valuesOf(one: string): number[] {
  const last = /^(.*)[.,](\d+)$/.exec(one);
  const values = grouped.test(one) ? [Number(one.replace(/\D/g, ""))] : [];
  if (!last) return [...values, Number(one.replace(/[^\d]/g, ""))];
  const [, whole = "", decimals] = last;
  return /^\d+$/.test(whole) || grouped.test(whole)
    ? [...values, Number(`${whole.replace(/\D/g, "")}.${decimals}`)]
    : values;
}
