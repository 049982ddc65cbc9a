import { z } from "zod";

/** A UUID of any version, lowercased, so that the same id always compares equal. */
export const idSchema = z.uuid().toLowerCase();

/** The number of a change in a channel's stream, counted from 1; 0 stands for "before the first". */
export const sequenceSchema = z.int().min(0);

/** The same in a query, where everything is text. */
export const sequenceQuerySchema = z.coerce.number().pipe(sequenceSchema);

/** An instant in UTC, ISO 8601 with milliseconds. */
export const instantSchema = z.iso.datetime();
