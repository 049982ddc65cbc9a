import { chatRoutes } from "@atoll/contract/chat/routes";
import { messageMaxLength, newMessageSchema } from "@atoll/contract/chat/schemas";
import { identityRoutes } from "@atoll/contract/identity/routes";
import type { Page } from "@playwright/test";
import fc from "fast-check";
import { hostileText } from "../../contract/test/hostile-text.ts";
import { demoPeople } from "../../server/demo/people.ts";
import { demoPassword } from "../../server/demo/sign-ins.ts";
import { createClient } from "../../server/test/client.ts";
import { expect, test } from "../fixtures/test.ts";

/** `ATOLL_HOSTILE_TEXTS=2000` posts many more. */
const textCount = Number(process.env.ATOLL_HOSTILE_TEXTS ?? 200);
/** A paragraph each; what one leaves open reaches the next ones, too. */
const textsPerMessage = 4;
/** Each may post so many messages a minute at most. */
const postsPerPerson = 100;
const reader = "marisol.vega@pelicanworks.example";

test("hostile texts run no scripts, load nothing and store nothing", async ({ signIn, server }) => {
  test.setTimeout(600_000 + textCount * 400);
  const seed = Math.floor(Math.random() * 2 ** 31);
  test.info().annotations.push({ type: "seed", description: String(seed) });
  const { channelId, ids } = await test.step("many people post them", () => postAll(server.url, seed));

  const page = await signIn("marisol.vega");
  const strays: string[] = [];
  page.on("dialog", (dialog) => {
    strays.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => strays.push(`a window: ${popup.url()}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== server.url && url.protocol !== "blob:" && url.protocol !== "data:")
      strays.push(request.url());
  });
  await page.addInitScript(watchPage);
  const response = await page.goto(`/chat/channel/${channelId}`);
  const policy = response?.headers()["content-security-policy"] ?? "";
  // The page's own scripts are allowed by their hashes.
  expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=*')*;/);
  expect(policy).toContain("default-src 'self';");

  await test.step("a person scrolls through all of them", async () => {
    await expect(page.locator("[data-message]").first()).toBeVisible();
    const seen = await scrollThrough(page, ids.length);
    expect(
      ids.filter((id) => !seen.includes(id)),
      `what was not shown, of seed ${seed}`,
    ).toEqual([]);
  });
  expect(await page.evaluate(() => window.found), `what was found, of seed ${seed}`).toEqual([]);
  expect(strays, `what went astray, of seed ${seed}`).toEqual([]);
  expect(page.url()).toContain(channelId);
});

declare global {
  interface Window {
    /** The violations that were found. */
    found: string[];
    seen: Set<string>;
  }
}

/** In the page, before anything of it runs: looks at every message as it is shown. */
function watchPage(): void {
  window.found = [];
  window.seen = new Set();
  const report = (what: string) => window.found.push(what);
  for (const name of ["alert", "confirm", "prompt", "print", "open"] as const)
    Object.defineProperty(window, name, { value: () => report(`${name} was called`) });
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    // The app's own schemas try once whether they may compile themselves, and do without.
    if (blockedURI !== "eval") report(`the policy had to stop ${violatedDirective} ${blockedURI}`);
  });
  const refused =
    "script,iframe,object,embed,base,meta,link,style,form,input,math,template,video,audio,[srcdoc],[style*=url]";
  const look = (message: Element) => {
    window.seen.add(message.getAttribute("data-message") ?? "");
    if (message.querySelector(refused)) report(`in a message: ${message.innerHTML}`);
    for (const element of message.querySelectorAll("*")) {
      for (const { name } of element.attributes)
        if (name.startsWith("on")) report(`${name} in ${element.outerHTML}`);
      const href = element.getAttribute("href");
      const to = href === null ? null : URL.parse(href, location.href);
      if (href !== null && !["http:", "https:", "mailto:"].includes(to?.protocol ?? ""))
        report(`a link to ${href}`);
    }
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element) {
          const message = node.closest("[data-message]");
          if (message) look(message);
          for (const inner of node.querySelectorAll("[data-message]")) look(inner);
        }
  }).observe(document, { childList: true, subtree: true });
}

/** Scrolls up from the newest message, a screen at a time. Returns the IDs of the messages that were rendered. */
function scrollThrough(page: Page, count: number): Promise<string[]> {
  const limitMs = 120_000 + textCount * 100;
  const scroll = async ({ wanted, limitMs }: { wanted: number; limitMs: number }) => {
    const first = document.querySelector("[data-message]");
    let list = first?.parentElement ?? null;
    while (
      list &&
      !(list.scrollHeight > list.clientHeight + 1 && getComputedStyle(list).overflowY !== "visible")
    )
      list = list.parentElement;
    if (!list) throw new Error("there is no list that scrolls");
    const until = performance.now() + limitMs;
    let direction = -1;
    while (window.seen.size < wanted && performance.now() < until) {
      const before = list.scrollTop;
      list.scrollTop += direction * list.clientHeight * 0.7;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      // A busy machine skips messages, so look at them once more on the way back.
      if (list.scrollTop === before) direction = -direction;
    }
    return [...window.seen];
  };
  return page.evaluate(scroll, { wanted: count, limitMs });
}

async function postAll(url: string, seed: number): Promise<{ channelId: string; ids: string[] }> {
  const writers = demoPeople
    .filter(({ lastActiveMinutesAgo }) => lastActiveMinutesAgo !== null)
    // No other test posts as the last people of the company. Each person has a rate limit for messages.
    .slice(-Math.ceil(textCount / textsPerMessage / postsPerPerson));
  const people = [{ email: reader }, ...writers];
  const clients = await Promise.all(
    people.map(async ({ email }) => {
      const { session, user } = await createClient(url).call(identityRoutes.createToken, {
        query: { grant_type: "password" },
        body: { email, password: demoPassword },
      });
      return { userId: user.id, client: createClient(url, session.accessToken) };
    }),
  );
  const [maker, ...others] = clients;
  if (!maker) throw new Error("nobody signed in");
  const { channel } = await maker.client.call(chatRoutes.createChannel, {
    body: { name: `Hostile texts ${seed}`, type: "PRIVATE", memberIds: others.map(({ userId }) => userId) },
  });
  // NUL is refused in every text, after the schemas.
  const isMessage = (content: string) =>
    !content.includes("\0") && newMessageSchema.safeParse({ id: crypto.randomUUID(), content }).success;
  const texts = fc.sample(hostileText.filter(isMessage), { numRuns: textCount, seed });
  const contents = Array.from({ length: textCount / textsPerMessage }, (_, index) =>
    texts
      .slice(index * textsPerMessage, (index + 1) * textsPerMessage)
      .join("\n\n")
      .slice(0, messageMaxLength),
  );
  const posted = await Promise.all(
    others.map(async ({ client }, index) => {
      const ids: string[] = [];
      for (const content of contents.slice(index * postsPerPerson, (index + 1) * postsPerPerson)) {
        const body = { id: crypto.randomUUID(), content };
        await client.call(chatRoutes.postMessage, { params: { channelId: channel.id }, body });
        ids.push(body.id);
      }
      return ids;
    }),
  );
  return { channelId: channel.id, ids: posted.flat() };
}
