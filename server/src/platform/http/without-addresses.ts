/**
 * Returns an answer with the people in it without their addresses, as guests see them: a guest knows others by their
 * names. Their own address stays.
 */
export function withoutAddresses<Answer>(answer: Answer, viewerId?: string): Answer;
export function withoutAddresses(answer: unknown, viewerId?: string): unknown {
  if (Array.isArray(answer)) return answer.map((part: unknown) => withoutAddresses(part, viewerId));
  if (typeof answer !== "object" || answer === null || Object.getPrototypeOf(answer) !== Object.prototype)
    return answer;
  const parts = Object.entries(answer).map(([name, part]) => [name, withoutAddresses(part, viewerId)]);
  const isPerson = "isFormer" in answer && "email" in answer && "id" in answer && answer.id !== viewerId;
  return { ...Object.fromEntries(parts), ...(isPerson && { email: "" }) };
}
