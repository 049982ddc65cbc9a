/** A text with the part that was searched for marked. Case does not matter. */
export function Highlighted({ text, query }: { text: string; query: string }) {
  const at = query === "" ? -1 : text.toLowerCase().indexOf(query.toLowerCase());
  if (at === -1) return text;
  const end = at + query.length;
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-[2px] bg-highlight px-px text-highlight-contrast">{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
