import { identityRoutes } from "@atoll/contract/identity/routes";

interface Cookie {
  name: string;
  value: string;
  host: string;
  path: string;
}

export interface Visit {
  status: number;
  /** Where the answer sends the browser to, in full; empty when it does not. */
  location: string;
  /** As they came, with their attributes. */
  setCookies: string[];
  body: unknown;
}

export interface SignOnBrowser {
  cookies: Cookie[];
  /** One request with this browser's cookies; a redirect is not followed. */
  visit(
    address: string,
    options?: { method?: string; form?: Record<string, string>; json?: unknown },
  ): Promise<Visit>;
  /** Presses Atoll's button. @returns where it leads. */
  start(origin?: string): Promise<string>;
  /** Signs in at the provider. @returns the address that it sends the browser back to. */
  askProvider(authorizationUrl: string, email: string): Promise<string>;
  /** The whole way there and back. @returns Atoll's login page as it is opened. */
  signOn(email: string, origin?: string): Promise<string>;
  /** Does what the login page does next. */
  redeem(): Promise<Visit>;
}

/**
 * Simulates a browser during single sign-on: it keeps cookies, follows redirects and fills in the provider's form.
 * Atoll is at its public address, as behind a reverse proxy.
 */
export function openSignOnBrowser(atoll: { url: string; publicUrl: string }): SignOnBrowser {
  const cookies: Cookie[] = [];

  async function visit(
    address: string,
    options: { method?: string; form?: Record<string, string>; json?: unknown } = {},
  ): Promise<Visit> {
    const shown = new URL(address, atoll.publicUrl);
    const sent = shown.origin === atoll.publicUrl ? new URL(shown.pathname + shown.search, atoll.url) : shown;
    const own = cookies.filter(({ host, path }) => host === shown.host && shown.pathname.startsWith(path));
    const response = await fetch(sent, {
      method: options.method ?? (options.form || options.json ? "POST" : "GET"),
      headers: {
        cookie: own.map(({ name, value }) => `${name}=${value}`).join("; "),
        ...(options.json ? { "content-type": "application/json" } : {}),
      },
      ...(options.form ? { body: new URLSearchParams(options.form) } : {}),
      ...(options.json ? { body: JSON.stringify(options.json) } : {}),
      redirect: "manual",
    });
    const setCookies = response.headers.getSetCookie();
    for (const line of setCookies) keep(cookies, shown, line);
    const location = response.headers.get("location");
    const text = await response.text();
    return {
      status: response.status,
      location: location === null ? "" : new URL(location, shown).href,
      setCookies,
      body: response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text,
    };
  }

  async function start(origin?: string): Promise<string> {
    const search = origin === undefined ? "" : `?${new URLSearchParams({ origin })}`;
    return (await visit(`${identityRoutes.startSingleSignOn.path}${search}`)).location;
  }

  async function askProvider(authorizationUrl: string, email: string): Promise<string> {
    let next = authorizationUrl;
    for (let hops = 0; hops < 10; hops += 1) {
      const page = await visit(next);
      next = page.location || (await visit(next, { form: { email } })).location;
      if (new URL(next).origin === atoll.publicUrl) return next;
    }
    throw new Error(`the provider leads nowhere: ${next}`);
  }

  return {
    cookies,
    visit,
    start,
    askProvider,
    async signOn(email, origin) {
      const back = await askProvider(await start(origin), email);
      return (await visit(back)).location;
    },
    redeem: () => visit(`${identityRoutes.createToken.path}?grant_type=single_sign_on`, { json: {} }),
  };
}

function keep(cookies: Cookie[], page: URL, line: string): void {
  const [pair = "", ...attributes] = line.split(/;\s*/);
  const at = pair.indexOf("=");
  const attribute = (name: string) =>
    attributes.find((text) => text.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
  const cookie = {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    host: page.host,
    path: attribute("path") ?? "/",
  };
  const known = cookies.findIndex(
    ({ name, host, path }) => name === cookie.name && host === cookie.host && path === cookie.path,
  );
  if (known >= 0) cookies.splice(known, 1);
  const expires = attribute("expires");
  const isGone = attribute("max-age") === "0" || (expires && new Date(expires).getTime() <= Date.now());
  if (!isGone) cookies.push(cookie);
}
