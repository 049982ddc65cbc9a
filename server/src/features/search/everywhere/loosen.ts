import type { Loosened, SearchQuestion } from "@atoll/contract/search/question-schemas";
import { countHits, type Looking } from "../entries/find-hits.ts";
import { readQuestion } from "../question/read-question.ts";

/** Maximum variants that are tried. */
const maxWays = 6;

/** Returns what a query without results would find with one operator or filter less. */
export async function loosen(
  looking: Looking,
  question: SearchQuestion,
  operators: readonly { start: number; end: number }[],
  asOf: string,
): Promise<Loosened[]> {
  const ways = [...withoutOperators(question, operators), ...withoutFilters(question)].slice(0, maxWays);
  const loosened: Loosened[] = [];
  for (const { without, question: looser } of ways) {
    const read = await readQuestion(looking.tx, looking.viewer, looser);
    if (!read) continue;
    const found = await countHits(looking, read, asOf);
    if (found.count > 0) loosened.push({ without, query: looser.query, ...found });
  }
  return loosened;
}

interface Way {
  without: Loosened["without"];
  question: SearchQuestion;
}

function withoutOperators(
  question: SearchQuestion,
  operators: readonly { start: number; end: number }[],
): Way[] {
  return operators.map(({ start, end }) => {
    const rest = `${question.query.slice(0, start)}${question.query.slice(end)}`.replace(/\s+/g, " ").trim();
    return {
      without: { operator: question.query.slice(start, end) },
      question: { ...question, query: rest },
    };
  });
}

function withoutFilters(question: SearchQuestion): Way[] {
  const { since, until, ...rest } = question;
  const names = ["kind", "personId", "channelId", "departmentId", "hasFile"] as const;
  const ways = names.flatMap((filter): Way[] => {
    if (question[filter] === undefined) return [];
    return [{ without: { filter }, question: { ...question, [filter]: undefined } }];
  });
  if (since === undefined && until === undefined) return ways;
  return [...ways, { without: { filter: "dates" }, question: rest }];
}
