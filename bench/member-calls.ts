import type { Member } from "./people.ts";

export interface Answer {
  status: number;
  text: string;
}

/** One request of a signed-in person. Rejects where no answer came. */
export async function callAs(
  member: Member,
  url: string,
  method: string,
  path: string,
  { body, signal }: { body?: object; signal?: AbortSignal } = {},
): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${member.token}`,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  });
  return { status: response.status, text: await response.text() };
}

/** The same, where anything but success is a fault of the measurement. */
export async function callWell(...call: Parameters<typeof callAs>): Promise<string> {
  const { status, text } = await callAs(...call);
  if (status >= 300) throw new Error(`${call[2]} ${call[3]} answered ${status}: ${text}`);
  return text;
}

export function pick<T>(from: readonly T[]): T {
  const one = from[Math.floor(Math.random() * from.length)];
  if (one === undefined) throw new Error("there is nothing to pick from");
  return one;
}
