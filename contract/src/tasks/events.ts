import { z } from "zod";
import { idSchema } from "../identifiers.ts";
import { urgentDaysSchema } from "./matrix-schemas.ts";
import { taskSchema, taskStatusSchema } from "./schemas.ts";
import { taskTimerSchema } from "./time-schemas.ts";

/** Events about tasks, sent to viewers who may read them. */
export const taskEvents = {
  /** A task is new, or something about it is different: as it is now. */
  "task.changed": z.object({ task: taskSchema }),
  /** It was deleted, or the viewer may not read it any more: forget it. */
  "task.gone": z.object({ taskId: idSchema }),
  /** The tasks of a status have other ranks, in the same order: fetch them again where they are shown. Very rare. */
  "tasks.rearranged": z.object({ status: taskStatusSchema }),
};

/** Heard on every device of the person whose timer it is. */
export const taskTimerEvents = {
  "task-timer.changed": z.object({ timer: taskTimerSchema.nullable() }),
};

/** Heard by everybody who may open tasks. */
export const taskFieldEvents = {
  /** The company's own fields are different; `isRewritten`: also their values, so that lists are fetched again. Rare. */
  "task-fields.changed": z.object({ isRewritten: z.boolean() }),
};

/** Heard by everybody who may open tasks. */
export const taskStateEvents = {
  /** The company's own states are different, and so may be those of tasks: lists are fetched again. Rare. */
  "task-states.changed": z.object({}),
};

/** Heard by everybody who may open tasks. */
export const taskCycleEvents = {
  /** Cycles are different; `isRewritten`: also the cycles of tasks, so that lists are fetched again. Rare. */
  "task-cycles.changed": z.object({ isRewritten: z.boolean() }),
};

/** Heard by everybody who may open tasks. */
export const taskTemplateEvents = {
  /** A template was saved or deleted: those of the viewer are fetched again where they are shown. */
  "task-templates.changed": z.object({}),
};

/** Heard on every device of the person whose matrix it is. */
export const taskMatrixEvents = {
  /** The viewer's matrix goes by other days now. */
  "task-matrix.changed": urgentDaysSchema,
};
