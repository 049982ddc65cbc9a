import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { startAtoll } from "../atoll-process.ts";
import { createHttpClient } from "../http-client.ts";

/** The right answer stands among so many. */
const firstFew = 3;
const limitShare = 0.95;
const password = "pelican-demo-2026";

interface Question {
  /** The local part of an address. */
  person: string;
  query: string;
  kind: string;
  /** Stands in the title or the text of the right answer. */
  answer: string;
}

interface Hit {
  kind: string;
  title: { text: string };
  text: { text: string };
  detail: unknown;
}

interface Answer {
  items: Hit[];
  /** The product says itself that these may not answer the question. */
  isWeak: boolean;
}

/**
 * Questions over the demo company whose answers are known: words for the search (`relevance/questions.txt`: who asks,
 * what, and of which kind and with which words the answer is) and whole questions for Ask AI (`relevance/ask-ai.txt`, and
 * `relevance/ask-ai-sources.txt` with the same number of questions for each kind of source).
 * Each that fails is named.
 */
export async function relevance(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll({ env: { ATOLL_DEMO: "1" } });
  const http = createHttpClient(atoll.url);
  const tokens = new Map<string, string>();
  const bearer = async (person: string) => {
    const token = tokens.get(person) ?? (await signIn(http, person));
    tokens.set(person, token);
    return { authorization: `Bearer ${token}` };
  };
  const search = async ({ person, query }: Question): Promise<Answer> => {
    const path = `/api/search?limit=${firstFew}&query=${encodeURIComponent(query)}`;
    const { body } = await http.call({ path, headers: await bearer(person) });
    const { items, fallback } = JSON.parse(body) as { items: Hit[]; fallback: { items: Hit[] } | null };
    // In the order of the screen: what has all of the words, then what is shown with it.
    return { items: [...items, ...(fallback?.items ?? [])].slice(0, firstFew), isWeak: false };
  };
  const ask = async ({ person, query }: Question): Promise<Answer> => {
    const { body } = await http.call({
      method: "POST",
      path: `/api/ask-ai/conversations/${randomUUID()}/turns`,
      headers: await bearer(person),
      body: { id: randomUUID(), question: query },
    });
    const { turn } = JSON.parse(body) as { turn: { passages: Hit[]; isWeak: boolean } };
    return { items: turn.passages, isWeak: turn.isWeak };
  };
  const lines = [
    ...(await judge("search", await readQuestions("questions.txt"), search, say)),
    ...(await judge("Ask AI without a model", await readQuestions("ask-ai.txt"), ask, say)),
    ...(await judge("Ask AI by source", await readQuestions("ask-ai-sources.txt"), ask, say)),
  ];
  http.close();
  await atoll.stop();
  return lines;
}

async function judge(
  what: string,
  questions: readonly Question[],
  find: (question: Question) => Promise<Answer>,
  say: (line: string) => void,
): Promise<string[]> {
  say(`${questions.length} questions to ${what}`);
  const failed: string[] = [];
  const places: { kind: string; place: number; isWeak: boolean }[] = [];
  for (const question of questions) {
    const { person, query, kind, answer } = question;
    const { items, isWeak } = await find(question);
    const place = items.findIndex((hit) => isRight(hit, question));
    places.push({ kind, place: place < 0 ? Number.POSITIVE_INFINITY : place, isWeak });
    if (place < 0 || place >= firstFew)
      failed.push(
        `  FAILED: ${person} asks "${query}" for the ${kind} "${answer}" and is told of ${toldOf(items.slice(0, firstFew))}${place < 0 ? "" : `, right at ${place + 1}`}${isWeak ? " (weak)" : ""}`,
      );
  }
  const right = questions.length - failed.length;
  const isHeld = right >= limitShare * questions.length;
  return [
    `${what}, the right answer among the first ${firstFew}: ${right} of ${questions.length} (limit ${limitShare * 100} %: ${isHeld ? "held" : "EXCEEDED"})`,
    ...[...Map.groupBy(places, ({ kind }) => kind)].map(
      ([kind, ofKind]) => `  ${kind}: ${figuresOf(ofKind)}`,
    ),
    `  all: ${figuresOf(places)}`,
    ...failed,
  ];
}

/** Passages are quoted with what is known of their thing, such as who it is assigned to. */
function isRight(hit: Hit, { kind, answer }: Question): boolean {
  const text = `${hit.title.text} ${hit.text.text} ${JSON.stringify(hit.detail)}`;
  return hit.kind === kind && text.toLowerCase().includes(answer.toLowerCase());
}

function figuresOf(places: readonly { place: number; isWeak: boolean }[]): string {
  const within = (count: number) => places.filter(({ place }) => place < count).length;
  const weak = places.filter(({ place, isWeak }) => place === Number.POSITIVE_INFINITY && isWeak).length;
  const missing = places.length - within(Number.POSITIVE_INFINITY);
  return `first ${within(1)}, among ${firstFew} ${within(firstFew)}, found ${within(Number.POSITIVE_INFINITY)} of ${places.length}; ${weak} of ${missing} not found marked as weak`;
}

function toldOf(items: readonly Hit[]): string {
  return (
    items.map(({ kind, title, text }) => `${kind} "${(title.text || text.text).slice(0, 40)}"`).join(", ") ||
    "nothing"
  );
}

async function signIn(http: ReturnType<typeof createHttpClient>, person: string): Promise<string> {
  const { body } = await http.call({
    method: "POST",
    path: "/api/auth/token?grant_type=password",
    body: { email: `${person}@pelicanworks.example`, password },
  });
  const { session } = JSON.parse(body) as { session: { accessToken: string } };
  return session.accessToken;
}

async function readQuestions(file: string): Promise<Question[]> {
  const text = await readFile(new URL(`../relevance/${file}`, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line.includes("|"))
    .map((line) => {
      const [person = "", query = "", kind = "", answer = ""] = line.split(" | ").map((part) => part.trim());
      return { person, query, kind, answer };
    });
}
