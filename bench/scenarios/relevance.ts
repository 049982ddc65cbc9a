import { readFile } from "node:fs/promises";
import { startAtoll } from "../atoll-process.ts";
import { createHttpClient } from "../http-client.ts";

/** The right answer stands among so many. */
const firstFew = 3;
const limitShare = 0.9;
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
}

/**
 * Questions over the demo company whose answers are known (`relevance/questions.txt`: who asks, what, and of which kind
 * and with which words the answer is). Each that fails is named.
 */
export async function relevance(say: (line: string) => void): Promise<string[]> {
  const questions = await readQuestions();
  const atoll = await startAtoll({ env: { ATOLL_DEMO: "1" } });
  const http = createHttpClient(atoll.url);
  const tokens = new Map<string, string>();
  const failed: string[] = [];
  say(`${questions.length} questions`);
  for (const { person, query, kind, answer } of questions) {
    const token = tokens.get(person) ?? (await signIn(http, person));
    tokens.set(person, token);
    const { body } = await http.call({
      path: `/api/search?limit=${firstFew}&query=${encodeURIComponent(query)}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const { items } = JSON.parse(body) as { items: Hit[] };
    const isRight = (hit: Hit) =>
      hit.kind === kind && `${hit.title.text} ${hit.text.text}`.toLowerCase().includes(answer.toLowerCase());
    if (!items.some(isRight))
      failed.push(
        `  FAILED: ${person} asks "${query}" for the ${kind} "${answer}" and is told of ${toldOf(items)}`,
      );
  }
  http.close();
  await atoll.stop();
  const right = questions.length - failed.length;
  const isHeld = right >= limitShare * questions.length;
  return [
    `the right answer among the first ${firstFew}: ${right} of ${questions.length} (limit ${limitShare * 100} %: ${isHeld ? "held" : "EXCEEDED"})`,
    ...failed,
  ];
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

async function readQuestions(): Promise<Question[]> {
  const text = await readFile(new URL("../relevance/questions.txt", import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line.includes("|"))
    .map((line) => {
      const [person = "", query = "", kind = "", answer = ""] = line.split(" | ").map((part) => part.trim());
      return { person, query, kind, answer };
    });
}
