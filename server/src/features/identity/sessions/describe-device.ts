/** The stored length. Parsing more of what anybody may send is quadratic. */
const maxLength = 500;

// The first that matches counts: every browser also claims to be some of those below it.
const browsers: [RegExp, string][] = [
  [/\bEdg(A|iOS|e)?\//, "Edge"],
  [/\b(OPR|OPT|Opera)\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
  [/^(curl|Wget)\//, "a command line"],
  [/^(node|undici|python|Go-http-client|okhttp)\b/i, "a program"],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\b(Macintosh|Mac OS X)\b/, "macOS"],
  [/\b(Linux|X11)\b/, "Linux"],
];

/**
 * Browser and system of a user agent in words, as the list of sessions shows them: "Chrome on Windows". Only
 * enough for a person to know their own devices again; versions change by the week and say nothing to them.
 */
export function describeDevice(userAgent: string): string {
  const text = userAgent.slice(0, maxLength);
  const browser = find(browsers, text) ?? "unknown browser";
  const system = find(systems, text);
  const words = system ? `${browser} on ${system}` : browser;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function find(list: [RegExp, string][], text: string): string | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1];
}
