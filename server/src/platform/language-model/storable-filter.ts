/**
 * Returns a filter that makes streamed text storable: NUL is left out, half a character becomes the replacement mark,
 * and a character whose halves come in two pieces stays whole.
 */
export function createStorableFilter(): { add(text: string): string; end(): string } {
  let half = "";
  return {
    add(text) {
      const all = half + text.replaceAll("\0", "");
      const isCut = /[\ud800-\udbff]$/.test(all);
      half = isCut ? all.slice(-1) : "";
      return (isCut ? all.slice(0, -1) : all).toWellFormed();
    },
    end() {
      const rest = half.toWellFormed();
      half = "";
      return rest;
    },
  };
}
