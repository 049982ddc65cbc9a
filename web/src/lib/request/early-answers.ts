/** Answers to requests that the page sent before the app ran. src/early/early-requests.ts sends them. */
interface EarlyAnswers {
  /** The access token that they were asked for with. */
  token: string;
  /** By path and query. */
  answers: Map<string, EarlyAnswer>;
}

export interface EarlyAnswer {
  response: Promise<Response>;
  /** When its headers came, by the page's clock. */
  cameAt?: number;
  /** Cancels the request, or the body of its answer. */
  abort: AbortController;
}

declare global {
  // The script in the page and the app share no module.
  var atollEarly: EarlyAnswers | undefined;
}

/** An answer that came longer ago is not used: the app asks again. */
export const freshMs = 8_000;

/**
 * Takes the early answer to a request, once, if the same person asked for it and it came a moment ago or is still to come.
 * The caller's signal cancels it from then on, as a request of the caller's own. Undefined if there is none; the promise has
 * undefined if the server was not reached. In both cases the caller sends the request.
 */
export function takeEarlyAnswer(
  url: URL,
  token: string | null | undefined,
  signal: AbortSignal,
): Promise<Response | undefined> | undefined {
  const early = globalThis.atollEarly;
  const key = url.pathname + url.search;
  const answer = early?.answers.get(key);
  if (!early || !answer) return undefined;
  early.answers.delete(key);
  const isFresh = answer.cameAt === undefined || performance.now() - answer.cameAt <= freshMs;
  if (token !== early.token || !isFresh) {
    answer.abort.abort();
    return undefined;
  }
  const giveUp = () => answer.abort.abort(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener("abort", giveUp, { once: true });
  return answer.response.catch(() => {
    signal.throwIfAborted();
    return undefined;
  });
}

/** Discards the early answers, for instance once events come: an answer may be older than those. */
export function dropEarlyAnswers(): void {
  for (const { abort } of globalThis.atollEarly?.answers.values() ?? []) abort.abort();
  globalThis.atollEarly = undefined;
}
