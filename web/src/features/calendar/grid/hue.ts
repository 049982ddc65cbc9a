/** The colour of an element and its children: a department's slug, or `own-{colour}` for one's own calendars. */
export function hueProps(hue: string): Record<string, string> {
  return hue.startsWith("own-") ? { "data-hue": hue } : { "data-dept": hue };
}
