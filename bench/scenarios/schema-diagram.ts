import type { Page } from "@playwright/test";
import { startAtoll } from "../atoll-process.ts";
import { openBrowser } from "../browser.ts";
import { callWell } from "../member-calls.ts";
import { addPeople, type Member, openDatabase } from "../people.ts";
import { ms, quantile } from "../quantiles.ts";

const tables = 300;
const columnsEach = 14;
const openings = 8;
const limitMs = 1000;

/**
 * The diagram of a database with 300 tables and 599 references, in a browser: from the press of "Diagram" until every
 * table is painted. Floor: the same number of boxes and lines without a program.
 */
export async function schemaDiagram(say: (line: string) => void): Promise<string[]> {
  const atoll = await startAtoll();
  const database = await openDatabase(atoll);
  const [reader] = (await addPeople(database, 1)) as [Member];
  const { rows } = await database.query<{ id: string; department_id: string }>(
    `SELECT ct.id, ct.department_id FROM card_types ct JOIN departments d ON d.id = ct.department_id
      WHERE d.slug = 'backend' AND ct.slug = 'schema'`,
  );
  const [{ id: typeId, department_id: departmentId }] = rows as [{ id: string; department_id: string }];
  await database.query("INSERT INTO user_departments (user_id, department_id) VALUES ($1, $2)", [
    reader.id,
    departmentId,
  ]);
  await database.end();
  say(`importing ${tables} tables`);
  await callWell(reader, atoll.url, "POST", `/api/card-types/${typeId}/import`, {
    body: { changeId: crypto.randomUUID(), group: "billing", text: ddl(), isDryRun: false },
  });
  const { browser, page } = await openBrowser(atoll, `${reader.id}@example.test`);
  say("opening the diagram");
  const drawn: number[] = [];
  for (let count = 0; count < openings; count += 1) {
    await page.goto("/backend/schema?view=table");
    await page.getByRole("table").waitFor();
    await page.waitForLoadState("networkidle");
    drawn.push(await page.evaluate(openDiagram, tables));
  }
  const floor = await measureFloor(page);
  await browser.close();
  await atoll.stop();
  const p50 = quantile(drawn, 0.5);
  return [
    `a diagram of ${tables} tables with ${columnsEach} columns each: p50 ${ms(p50)}, most ${ms(Math.max(...drawn))}, ${p50 <= limitMs ? "within" : "beyond"} ${limitMs} ms`,
    `floor, as many boxes, rows and lines without a program: p50 ${ms(floor)}`,
  ];
}

/** Each table refers to two earlier ones, which makes layers of every depth. */
function ddl(): string {
  return Array.from({ length: tables }, (_, at) => {
    const references = [Math.floor(at / 2), Math.floor(at / 7)]
      .filter((other) => other < at)
      .map((other, index) => `ref_${index} uuid REFERENCES table_${other} (id)`);
    const plain = Array.from(
      { length: columnsEach - 1 - references.length },
      (_column, index) => `column_${index} ${["text NOT NULL", "int", "timestamptz"][index % 3]}`,
    );
    return `CREATE TABLE table_${at} (id uuid PRIMARY KEY, ${[...references, ...plain].join(", ")});`;
  }).join("\n");
}

/** Runs in the page: presses "Diagram", and returns the milliseconds until the frame with all tables was painted. */
function openDiagram(count: number): Promise<number> {
  return new Promise((resolve) => {
    const since = performance.now();
    const look = () => {
      const list = document.querySelector('ul[aria-label="Tables"]');
      if ((list?.childElementCount ?? 0) < count) return void requestAnimationFrame(look);
      // The task after the frame comes once it is painted.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - since)));
    };
    const choice = document.querySelector<HTMLElement>('[role="radiogroup"] input[value="diagram"]');
    if (!choice) throw new Error("there is no diagram to choose");
    choice.click();
    look();
  });
}

async function measureFloor(page: Page): Promise<number> {
  const taken: number[] = [];
  for (let count = 0; count < openings; count += 1) {
    await page.setContent("<body style='margin:0;font:11px monospace'></body>");
    taken.push(await page.evaluate(drawFloor, { tables, rowsEach: 13 }));
  }
  return quantile(taken, 0.5);
}

/** Runs in the page. */
function drawFloor({ tables, rowsEach }: { tables: number; rowsEach: number }): Promise<number> {
  const since = performance.now();
  const boxes = Array.from({ length: tables }, (_, at) => {
    const [x, y] = [Math.floor(at / 5) * 292, (at % 5) * 372];
    const rows = Array.from(
      { length: rowsEach },
      (_row, index) =>
        `<div style="height:24px;display:flex"><span>column_${index}</span><span style="margin-left:auto">text</span></div>`,
    );
    return `<div style="position:absolute;left:${x}px;top:${y}px;width:220px;border:1px solid"><p>table_${at}</p>${rows.join("")}</div>`;
  });
  const lines = Array.from(
    { length: tables * 2 },
    (_, at) => `<path d="M${at * 20} 0V900H0" fill="none" stroke="gray"/>`,
  );
  document.body.innerHTML = `<svg style="position:absolute" width="20000" height="2000">${lines.join("")}</svg>${boxes.join("")}`;
  return new Promise((resolve) =>
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - since))),
  );
}
