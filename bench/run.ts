import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { adminTable } from "./scenarios/admin-table.ts";
import { announcing } from "./scenarios/announcing.ts";
import { askAi } from "./scenarios/ask-ai.ts";
import { automations } from "./scenarios/automations.ts";
import { boardFrames } from "./scenarios/board-frames.ts";
import { boardModel } from "./scenarios/board-model.ts";
import { boards } from "./scenarios/boards.ts";
import { broadcast, largeBroadcast } from "./scenarios/broadcast.ts";
import { calendar } from "./scenarios/calendar.ts";
import { calendarLoop } from "./scenarios/calendar-loop.ts";
import { calendarScreen } from "./scenarios/calendar-screen.ts";
import { cardHooks } from "./scenarios/card-hooks.ts";
import { cards } from "./scenarios/cards.ts";
import { coWriters } from "./scenarios/co-writers.ts";
import { community } from "./scenarios/community.ts";
import { dashboard } from "./scenarios/dashboard.ts";
import { deafNode } from "./scenarios/deaf-node.ts";
import { digests } from "./scenarios/digests.ts";
import { drag } from "./scenarios/drag.ts";
import { fairShare } from "./scenarios/fair-share.ts";
import { firstScreens } from "./scenarios/first-screens.ts";
import { fullBoard } from "./scenarios/full-board.ts";
import { hostileInput } from "./scenarios/hostile-input.ts";
import { ideas } from "./scenarios/ideas.ts";
import { idleSockets } from "./scenarios/idle-sockets.ts";
import { inbox } from "./scenarios/inbox.ts";
import { knowledge } from "./scenarios/knowledge.ts";
import { largeHistories } from "./scenarios/large-history.ts";
import { largeInput } from "./scenarios/large-input.ts";
import { moveEverything } from "./scenarios/move-everything.ts";
import { nodes } from "./scenarios/nodes.ts";
import { notifyCeiling } from "./scenarios/notify-ceiling.ts";
import { openChannel } from "./scenarios/open-channel.ts";
import { pageLoads } from "./scenarios/page-loads.ts";
import { relevance } from "./scenarios/relevance.ts";
import { removals } from "./scenarios/removals.ts";
import { repeatedSends } from "./scenarios/repeated-sends.ts";
import { schemaDiagram } from "./scenarios/schema-diagram.ts";
import { scrolling } from "./scenarios/scrolling.ts";
import { search } from "./scenarios/search.ts";
import { secondVisit } from "./scenarios/second-visit.ts";
import { seriesEdits } from "./scenarios/series-edits.ts";
import { slowSignIn } from "./scenarios/slow-sign-in.ts";
import { stopping } from "./scenarios/stopping.ts";
import { streamModel } from "./scenarios/stream-model.ts";
import { sustainedSends } from "./scenarios/sustained-sends.ts";
import { taskOrder } from "./scenarios/task-order.ts";
import { tasks } from "./scenarios/tasks.ts";
import { unreadDevices } from "./scenarios/unread-devices.ts";
import { viewer } from "./scenarios/viewer.ts";
import { voteModel } from "./scenarios/vote-model.ts";

/** Every scenario by name: each measures Atoll and its floor in the same run, and answers with lines to print. */
const scenarios = {
  broadcast,
  "large-broadcast": largeBroadcast,
  "sustained-sends": sustainedSends,
  "idle-sockets": idleSockets,
  "large-history": largeHistories,
  viewer,
  "admin-table": adminTable,
  "repeated-sends": repeatedSends,
  removals,
  "move-everything": moveEverything,
  "stream-model": streamModel,
  nodes,
  "notify-ceiling": notifyCeiling,
  "deaf-node": deafNode,
  "open-channel": openChannel,
  "unread-devices": unreadDevices,
  scrolling,
  drag,
  "task-order": taskOrder,
  "full-board": fullBoard,
  "hostile-input": hostileInput,
  "large-input": largeInput,
  "fair-share": fairShare,
  "slow-sign-in": slowSignIn,
  "second-visit": secondVisit,
  "first-screens": firstScreens,
  "page-loads": pageLoads,
  tasks,
  stopping,
  announcing,
  automations,
  "card-hooks": cardHooks,
  cards,
  "schema-diagram": schemaDiagram,
  ideas,
  boards,
  "board-frames": boardFrames,
  "board-model": boardModel,
  inbox,
  digests,
  community,
  "vote-model": voteModel,
  knowledge,
  "co-writers": coWriters,
  dashboard,
  search,
  relevance,
  "ask-ai": askAi,
  calendar,
  "calendar-loop": calendarLoop,
  "series-edits": seriesEdits,
  "calendar-screen": calendarScreen,
};

const { positionals } = parseArgs({ allowPositionals: true });
const names = Object.keys(scenarios).filter((name) => positionals.length === 0 || positionals.includes(name));
if (names.length === 0) {
  console.error(`There is no such scenario. Known: ${Object.keys(scenarios).join(", ")}`);
  process.exit(1);
}
for (const [name, scenario] of Object.entries(scenarios)) {
  if (!names.includes(name)) continue;
  console.log(`\n${name}`);
  const lines = await scenario((line) => console.log(`  … ${line}`));
  for (const line of lines) console.log(`  ${line}`);
  await save(name, lines);
}
process.exit(0);

async function save(name: string, lines: string[]): Promise<void> {
  const folder = new URL("./results/", import.meta.url);
  await mkdir(folder, { recursive: true });
  const head = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${availableParallelism()} cores`;
  await writeFile(new URL(`${name}.txt`, folder), `${[head, ...lines].join("\n")}\n`);
}
