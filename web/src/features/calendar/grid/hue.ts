/** What colours an element and all in it: a department's slug, or `own-{colour}` of one's own calendars. */
export function hueProps(hue: string): Record<string, string> {
  return hue.startsWith("own-") ? { "data-hue": hue } : { "data-dept": hue };
}
