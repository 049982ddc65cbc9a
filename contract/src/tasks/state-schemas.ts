import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { stateTones } from "../state-tones.ts";
import { atMost } from "../text/at-most.ts";
import { storableTextSchema } from "../text/storable-text.ts";
import { visible } from "../text/visible-text.ts";
import { maxStateName, maxTaskStates, statesStatuses } from "./states.ts";

const nameSchema = storableTextSchema
  .trim()
  .refine(...visible("A state needs a name"))
  .refine(...atMost("The name of a state", maxStateName));

/** The state of a task, as every list shows it. */
export const taskStateSchema = z.object({
  id: idSchema,
  status: z.enum(statesStatuses),
  name: z.string(),
  tone: z.enum(stateTones),
  /** Its place in its list. */
  order: z.int(),
});
export type TaskState = z.infer<typeof taskStateSchema>;

/** One of a list of states, which belongs to a status of the board. */
export const listedStateSchema = taskStateSchema.omit({ order: true }).extend({ isDefault: z.boolean() });
export type ListedState = z.infer<typeof listedStateSchema>;

/** The states of the tasks of one department; of all tasks without such a list where it is null. */
export const taskStateListSchema = z.object({
  departmentId: idSchema.nullable(),
  /** Sent back with each change, so that nobody overwrites what they have not seen. 0 before the first one. */
  version: z.int(),
  /** In their order: those of each status together. Empty: its tasks have the statuses of the board. */
  states: z.array(listedStateSchema),
  /** There are states, but the viewer has no task that has them, and does not know them. */
  isHidden: z.boolean(),
  /** States that were removed, and the one in use that each has become; null where there is none. */
  removed: z.array(z.object({ id: idSchema, to: idSchema.nullable() })),
});
export type TaskStateList = z.infer<typeof taskStateListSchema>;

const foldName = (name: string) => name.normalize("NFKC").toLowerCase();

/** All states that a list should have. */
export const taskStatesChangeSchema = z.object({
  changeId: idSchema,
  departmentId: idSchema.nullable(),
  version: z.int(),
  states: z
    .array(listedStateSchema.extend({ name: nameSchema }))
    .max(maxTaskStates, `A list can have at most ${maxTaskStates} states`)
    .superRefine((states, context) => {
      const reject = (message: string, at?: number) =>
        context.addIssue({ code: "custom", message, path: at === undefined ? [] : [at, "name"] });
      if (new Set(states.map(({ id }) => id)).size < states.length) reject("The same state is named twice");
      const names = states.map(({ name }) => foldName(name));
      const twice = names.findIndex((name, at) => names.indexOf(name) < at);
      if (twice >= 0)
        reject(`“${states[twice]?.name}” is there twice. Give each state a name of its own`, twice);
      if (states.length === 0) return;
      for (const status of statesStatuses) {
        const own = states.filter((state) => state.status === status);
        if (own.length === 0) reject("Each status needs at least one state");
        else if (own.filter(({ isDefault }) => isDefault).length !== 1)
          reject("Each status needs one state for new tasks");
      }
    }),
  /** Where the tasks of removed states go: to another state of the same status. Else to its default. */
  moves: z
    .array(z.object({ from: idSchema, to: idSchema }))
    .max(maxTaskStates)
    .default([]),
});
export type TaskStatesChange = z.input<typeof taskStatesChangeSchema>;
