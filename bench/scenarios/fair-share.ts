import { randomUUID } from "node:crypto";
import { type AtollProcess, startAtoll } from "../atoll-process.ts";
import { callAs } from "../member-calls.ts";
import { startOthers } from "../others.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { quantile } from "../quantiles.ts";
import { slowPdf } from "../slow-pdf.ts";
import { addTasks } from "../task-load.ts";

const tasks = 60_000;
const series = 100;
const pdfs = 6;
const seconds = 10;

/**
 * Measures how much one member can affect others within their own limits: six heavy requests at a time, and PDFs that
 * take long to read. Measured by a colleague's channel list, search and text file. There is no floor: an idle server is
 * the first line.
 */
export async function fairShare(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll({ probe: "./probes/loop-holds.ts" });
  const database = await openDatabase(atoll);
  const [greedy, colleague] = (await addPeople(database, 2)) as [Member, Member];
  const { rows } = await database.query<{ id: string }>("SELECT id FROM departments ORDER BY name");
  const [ownDepartment = "", ...otherDepartments] = rows.map(({ id }) => id);
  await database.query("INSERT INTO user_departments (user_id, department_id) VALUES ($1, $2)", [
    greedy.id,
    ownDepartment,
  ]);
  say(`writing ${tasks} tasks and ${series} series`);
  const people = [greedy.id];
  await addTasks(database, { count: tasks, people, ownDepartment, otherDepartments, ownShare: 0.5, from: 1 });
  for (let count = 0; count < series; count += 1) await createSeries(atoll, greedy, count);
  await database.query("ANALYZE");
  await database.end();

  const lines: string[] = [];
  const others = startOthers({
    url: atoll.url,
    members: [colleague],
    pauseMs: 20,
    request: { method: "GET", path: "/api/channels" },
  });
  const during = async (what: string, work: () => Promise<string>) => {
    await others.take();
    await atoll.takeMeasured();
    const said = await work();
    const took = await others.take();
    const { heldMs = [] } = await atoll.takeMeasured();
    const [p50, p95] = [0.5, 0.95].map((share) => quantile(took, share).toFixed(0));
    lines.push(
      `${what}: a colleague's channels p50 ${p50} ms, p95 ${p95} ms; loop held ${(heldMs[0] ?? 0).toFixed(0)} ms at most${said}`,
    );
  };
  await during("idle", async () => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return "";
  });
  const calls: [method: string, path: string, body?: object][] = [
    ["GET", "/api/tasks/analytics?from=2025-01-01&to=2026-12-31&zone=UTC"],
    ["GET", "/api/tasks/analytics?from=2025-11-01&to=2026-10-31&zone=UTC"],
    ["GET", "/api/calendar/analytics?from=2026-01-01&to=2026-12-31&zone=UTC"],
    ["GET", "/api/events?from=2026-11-01T00:00:00.000Z&until=2026-12-01T00:00:00.000Z"],
    ["GET", "/api/events?from=2026-12-01T00:00:00.000Z&until=2026-12-31T00:00:00.000Z"],
    ["GET", "/api/tasks/analytics?from=2026-10-01&to=2026-10-31&zone=UTC"],
  ];
  say("six heavy requests at a time");
  await during("six heavy requests of one member at a time", async () => {
    const end = performance.now() + seconds * 1000;
    const answers = new Map<number, number>();
    const searches: number[] = [];
    const search = (async () => {
      while (performance.now() < end) {
        const began = performance.now();
        const { status } = await callAs(colleague, atoll.url, "GET", "/api/search?query=harbour");
        searches.push(performance.now() - began);
        if (status !== 200) answers.set(status, (answers.get(status) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    })();
    await Promise.all(
      calls.map(async ([method, path, body]) => {
        while (performance.now() < end) {
          const { status } = await callAs(greedy, atoll.url, method, path, body ? { body } : {});
          answers.set(status, (answers.get(status) ?? 0) + 1);
        }
      }),
    );
    await search;
    return `; search p50 ${quantile(searches, 0.5).toFixed(0)} ms; answers ${[...answers].map(([status, count]) => `${status}: ${count}`).join(", ")}`;
  });
  await others.stop();
  say(`${pdfs} PDFs that take long`);
  lines.push(await measureTexts(atoll, greedy, colleague));
  await atoll.stop();
  return lines;
}

async function createSeries(atoll: AtollProcess, who: Member, count: number): Promise<void> {
  const minute = String(count % 60).padStart(2, "0");
  const body = {
    id: randomUUID(),
    title: `Series ${count}`,
    allDay: false,
    start: `2026-01-05T${String(8 + (count % 9)).padStart(2, "0")}:${minute}`,
    end: `2026-01-05T${String(9 + (count % 9)).padStart(2, "0")}:${minute}`,
    zone: "UTC",
    rule: "FREQ=DAILY",
  };
  const { status, text } = await callAs(who, atoll.url, "POST", "/api/events", { body });
  if (status >= 300) throw new Error(`an event was refused: ${text}`);
}

/** How long a colleague's text file waits behind the PDFs, until its text is in the database. */
async function measureTexts(atoll: AtollProcess, greedy: Member, colleague: Member): Promise<string> {
  const database = await openDatabase(atoll);
  const attach = async (who: Member, name: string, content: Uint8Array<ArrayBuffer>, type: string) => {
    const form = new FormData();
    form.set("file", new Blob([content], { type }), name);
    const response = await fetch(`${atoll.url}/api/attachments?kind=message`, {
      method: "POST",
      headers: { authorization: `Bearer ${who.token}` },
      body: form,
    });
    const { attachment } = (await response.json()) as { attachment: { id: string } };
    return attachment.id;
  };
  const channel = async (who: Member) => {
    const id = randomUUID();
    await database.query("INSERT INTO channels (id, name, type) VALUES ($1, $2, 'PRIVATE')", [
      id,
      `of ${who.id}`,
    ]);
    await database.query("INSERT INTO channel_members (channel_id, user_id) VALUES ($1, $2)", [id, who.id]);
    return id;
  };
  const post = async (who: Member, channelId: string, attachmentIds: string[]) => {
    const body = { id: randomUUID(), content: "with files", attachmentIds };
    const { status, text } = await callAs(who, atoll.url, "POST", `/api/channels/${channelId}/messages`, {
      body,
    });
    if (status >= 300) throw new Error(text);
  };
  const pdf = slowPdf();
  const ofGreedy = await channel(greedy);
  const ofColleague = await channel(colleague);
  const ids: string[] = [];
  for (let count = 0; count < pdfs; count += 1)
    ids.push(await attach(greedy, `report-${count}.pdf`, pdf, "application/pdf"));
  const note = await attach(colleague, "note.txt", Buffer.from("the quay is closed on Monday"), "text/plain");
  await post(greedy, ofGreedy, ids);
  const began = performance.now();
  await post(colleague, ofColleague, [note]);
  for (;;) {
    const { rows } = await database.query("SELECT state FROM file_texts WHERE file_id = $1", [note]);
    if (rows[0] && rows[0].state !== "due") break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const tookMs = performance.now() - began;
  await database.end();
  return `a colleague's text file behind ${pdfs} PDFs of ${(pdf.length / 1000).toFixed(0)} kB: read after ${(tookMs / 1000).toFixed(1)} s`;
}
