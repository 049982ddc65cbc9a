import { z } from "zod";

/** A UUID of any version, lowercased, so that the same id always compares equal. */
export const idSchema = z.uuid().toLowerCase();

/** The number of a change in a channel's stream, counted from 1; 0 stands for "before the first". */
export const sequenceSchema = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** An instant in UTC, ISO 8601 with milliseconds. */
export const instantSchema = z.iso.datetime();
