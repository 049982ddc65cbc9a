import { vi } from "vitest";

/** Chooses requests by their method and path. */
type Chosen = (method: string, path: string) => boolean;

/** The requests with this method whose path matches. */
export const requests =
  (method: string, path: RegExp): Chosen =>
  (used, at) =>
    used === method && path.test(at);

type Fetch = typeof globalThis.fetch;

function between(chosen: Chosen, handle: (real: () => ReturnType<Fetch>) => ReturnType<Fetch>): () => void {
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), location.href);
    const ask = () => real(input, init);
    return chosen(init?.method ?? "GET", pathname) ? handle(ask) : ask();
  });
  return () => void spy.mockRestore();
}

const failed = () => new TypeError("Failed to fetch");

/** Lets requests of the page fail, as without a connection, until the returned function is called. */
export const cutNetwork = (chosen: Chosen = () => true): (() => void) =>
  between(chosen, () => Promise.reject(failed()));

/** Loses the next answer of the server, which has done what it was asked. */
export function loseAnswer(chosen: Chosen): void {
  const restore = between(chosen, async (ask) => {
    restore();
    await ask();
    throw failed();
  });
}

/** Answers of the server that are on their way until `release` is called. */
export interface HeldAnswers {
  /** How many are held. */
  count(): number;
  /** Lets the held answers through, the last one first if they overtake each other, and holds no more. */
  release(order?: "overtaken"): Promise<void>;
}

/** Holds back the answers to requests that the server has done. */
export function holdAnswers(chosen: Chosen): HeldAnswers {
  const held: (() => void)[] = [];
  const restore = between(chosen, async (ask) => {
    const answer = await ask();
    await new Promise<void>((resolve) => held.push(resolve));
    return answer;
  });
  return {
    count: () => held.length,
    async release(order) {
      restore();
      for (const pass of order ? held.toReversed() : held) {
        pass();
        // The page has read one before the next arrives.
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
  };
}
